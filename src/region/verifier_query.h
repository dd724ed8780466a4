// A verifier query: extracts the region, runs a verifier on it and translates the outcome into an answer about the
// checks. A check that fails is disabled, and the query is repeated for the others.
#pragma once

#include "region/extract.h"
#include "task/actor.h"
#include "task/isolated.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace tandem::region {

struct Answer {
  std::vector<const Edge*> proved, open; // together: the question's checks
  std::string reason;                    // why the last open check is open
  std::vector<std::string> assumptions;
  std::uint32_t queries = 0;                // runs of the verifier
  std::vector<task::Contribution> partners; // its contribution in each run
  // The invariants that the proofs depend on, as far as they hold in the original (region_invariants.h).
  std::vector<exchange::LocationInvariant> learnt;
  // Of the whole program: the verifier's outcome, in terms of the original's edges.
  std::optional<task::Outcome> outcome;
};

class VerifierQuery {
public:
  // Verifiers run in processes of their own, with the unused part of the limits.
  VerifierQuery(const VerificationContext& verification_context, task::Limits limits, task::Monitor& monitor);

  Answer about_region(const Question& question, task::Actor& verifier);
  // `whole` gets the program itself if all its checks are enabled; otherwise `trimmed` gets a copy.
  Answer about_whole(const Question& question, task::Actor& whole, task::Actor& trimmed);

private:
  task::Outcome run(task::Actor& verifier, const Program& program, const Question& question, Answer& answer);
  void record(const task::Actor& verifier, const Question& question, task::Isolated& run, task::Outcome& outcome,
              Answer& answer) const;
  void ask(Question question, task::Actor& verifier, Answer& answer);
  void ask_each(const Question& question, task::Actor& verifier, Answer& answer);
  bool is_late() const;
  std::chrono::milliseconds wall_used() const;
  std::chrono::milliseconds cpu_used() const;
  void give_up(const Question& question, std::string reason, Answer& answer);

  const VerificationContext& verification_context_;
  task::Limits limits_;
  task::Monitor& monitor_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::milliseconds cpu_at_start_;
};

} // namespace tandem::region
