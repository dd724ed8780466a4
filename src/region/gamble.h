// Gambling: proves each assertion from the smallest region that suffices, and enlarges the region only when the proof
// fails. "Verification by Gambling on Program Slices" (Akhundov, Mora, Feng, Hui, Chechik). TRUE may follow from any
// regions; FALSE only from the whole program, where the verifier confirms it as usual.
#pragma once

#include "region/proof_obligations.h"
#include "task/actor.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem::region {

// The results of an inexpensive analysis of the whole program.
struct Facts {
  // Conditions over a function's variables and globals that hold whenever control is at the location. May be empty.
  std::function<std::vector<const Expr*>(const Location& location)> at;
  // By edge id: checks that cannot fail. Empty: none are known.
  std::vector<bool> safe;
};

// What happens to the invariants on which a proof of a region depends.
enum class Learning : std::uint8_t {
  Keep, // later attempts may assume them
  Drop,
};

struct GambleOptions {
  Batching batching = Batching::All;
  Learning learning = Learning::Keep;
  // Number of attempts that run in parallel. If there are several, free ones are used for speculative attempts.
  std::uint32_t jobs = 1;
  // Time limit of an attempt at a region, if the task has none.
  std::chrono::milliseconds region_limit{60'000};
};

// Computes facts about the program within the given time.
using MakeFacts = std::function<Facts(const Program& program, std::chrono::milliseconds at_most)>;

struct Verifiers {
  // For regions: alarms need not be confirmed, but have to name their target.
  std::unique_ptr<task::Actor> region;
  // For the whole program as it is, and for a copy of it in which only some assertions count.
  std::unique_ptr<task::Actor> whole, trimmed;
};

// The record of one attempt.
struct Attempted {
  std::string region;
  std::vector<const Edge*> proved, open; // together: the checks it was about
  std::uint32_t queries = 0;
  std::string reason; // why checks are still open
  std::chrono::milliseconds time{0};

  std::size_t checks() const { return proved.size() + open.size(); }
};

class Gamble : public task::Actor {
public:
  // The analyses in `make_facts` run one after the other, as long as there is something left to prove.
  Gamble(Verifiers verifiers, GambleOptions options, std::vector<MakeFacts> make_facts = {});

  std::string name() const override { return "gamble"; }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

  // The attempts of the last run, in the order in which they ended.
  const std::vector<Attempted>& attempted() const { return attempted_; }

private:
  Verifiers verifiers_;
  GambleOptions options_;
  std::vector<MakeFacts> make_facts_;
  std::vector<Attempted> attempted_;
};

} // namespace tandem::region
