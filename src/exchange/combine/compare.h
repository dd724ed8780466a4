// Language inclusion between two automata about one program.
#pragma once

#include "exchange/combine/contradiction.h"
#include "exchange/gia/gia.h"

#include <optional>
#include <vector>

namespace tandem::exchange::combine {

struct Inclusion {
  enum class Answer : std::uint8_t { Included, Missing, TooLarge };
  Answer answer = Answer::Included;
  std::vector<Contradiction::PathElement> example; // of Missing: a shortest path that only the first one accepts
};

// Whether every path that the first automaton accepts (as ut, rt or cand) is accepted by the second in the same way.
// Conditions are compared by their text: a run of the second may only need conditions that the run of the first has. So
// "included" is always correct, and an example is a path that the second accepts, if at all, for a reason that the
// texts do not show. Edge sequences that the program does not have are considered, too.
Inclusion is_included(const Gia& first, const Gia& second, Accept accept);

} // namespace tandem::exchange::combine
