// In what order partners work, where a strategy file says so: the steps are those of strategies for verifiers
// (docs/strategies.md), with partners of the generation in place of actors.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::testing::loop {

struct Plan {
  enum class Kind : std::uint8_t {
    Run,      // one partner, until its share is used up, it knows no further, or every goal is decided
    Sequence, // one after the other
    Together, // the scheduler gives the time to the one that makes most of it
    Repeat,   // until no partner knows how to go on
  };
  Kind kind = Kind::Together;
  std::string partner;         // Run
  std::vector<Plan> steps;     // of the others
  std::optional<double> share; // of the time that is left, 0 to 1
  unsigned at_most = 1000;     // Repeat

  // The partners that it names, each once.
  std::vector<std::string> partners() const;
};

} // namespace tandem::testing::loop
