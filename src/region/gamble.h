// Gambling: prove each assertion from the smallest region that suffices, and climb outwards only when that fails.
// "Verification by Gambling on Program Slices" (Akhundov, Mora, Feng, Hui, Chechik). TRUE may come from any region,
// FALSE only from the whole program, where the verifier confirms it as always.
#pragma once

#include "region/proof_obligations.h"
#include "task/actor.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem::region {

// What a cheap analysis of the whole program found out.
struct Facts {
  // Conditions over a function's variables and globals that hold whenever control is at the location. May be empty.
  std::function<std::vector<const Expr*>(const Location& location)> at;
  // By edge id: checks that cannot fail. Empty: none is known.
  std::vector<bool> safe;
  std::vector<std::string> assumptions; // what they rest on
};

// What becomes of the invariants that a proof of a region rests on.
enum class Learning : std::uint8_t {
  Keep, // later attempts may assume them
  Drop,
};

struct GambleOptions {
  Batching batching = Batching::All;
  Learning learning = Learning::Keep;
  // How many attempts run at once. With more than one, idle ones try the regions around those in work.
  std::uint32_t jobs = 1;
  // Of an attempt at a region, if the task has no limit on time.
  std::chrono::milliseconds region_limit{60'000};
};

// Made when the program is known, within the given time.
using MakeFacts = std::function<Facts(const Program& program, std::chrono::milliseconds at_most)>;

struct Verifiers {
  // For regions: an alarm need not be confirmed, it only has to name its target.
  std::unique_ptr<task::Actor> region;
  // For the whole program as it is, and for a copy of it in which only some assertions count.
  std::unique_ptr<task::Actor> whole, trimmed;
};

// What happened to one question.
struct Attempted {
  std::string region;
  std::size_t checks = 0, proved = 0;
  std::uint32_t queries = 0;
  std::string reason; // why some are open
  std::chrono::milliseconds time{0};
};

class Gamble : public task::Actor {
public:
  // Those who make facts are asked one after the other, as long as there is something left to prove.
  Gamble(Verifiers verifiers, GambleOptions options, std::vector<MakeFacts> make_facts = {});

  std::string name() const override { return "gamble"; }
  task::Outcome run(const task::Task& task, task::Monitor& monitor) override;

  // Of the last run, in order of their end.
  const std::vector<Attempted>& attempted() const { return attempted_; }

private:
  Verifiers verifiers_;
  GambleOptions options_;
  std::vector<MakeFacts> make_facts_;
  std::vector<Attempted> attempted_;
};

} // namespace tandem::region
