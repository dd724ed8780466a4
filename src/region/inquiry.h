// One question put to a verifier: the region is extracted, the verifier is run on it, and what it says is understood as
// an answer about the checks. A check that fails is disabled and the others are asked about again.
#pragma once

#include "region/extract.h"
#include "task/actor.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace tandem::region {

struct Answer {
  std::vector<const Edge*> proved, open; // together the question's checks
  std::string reason;                    // of the last check that is open
  std::vector<std::string> assumptions;
  std::uint32_t queries = 0; // runs of the verifier
  // Of the whole program: what the verifier said, about the original's edges.
  std::optional<task::Outcome> outcome;
};

class Inquiry {
public:
  // `verifier` is run in a process of its own, with the limits that are left of `limits`.
  Inquiry(const Subject& subject, task::Actor& verifier, task::Limits limits, task::Monitor& monitor);

  Answer about_region(const Question& question);
  Answer about_whole(const Question& question);

private:
  task::Outcome run(const Program& program, Answer& answer);
  void ask(Question question, Answer& answer);
  void ask_each(const Question& question, Answer& answer);
  void give_up(const Question& question, std::string reason, Answer& answer);

  const Subject& subject_;
  task::Actor& verifier_;
  task::Limits limits_;
  task::Monitor& monitor_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace tandem::region
