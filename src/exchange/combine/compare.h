// Which of two automata about one program says more.
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

// Is every path that the first one accepts so (ut, rt or cand) accepted so by the second one? Conditions are compared
// by their text: a run of the second one may need only conditions that the run of the first one has. So "included" is
// always right, and an example shows paths that the second one accepts at most for a reason that texts do not show.
// Edge sequences that the program does not have count, too.
Inclusion is_included(const Gia& first, const Gia& second, Accept accept);

} // namespace tandem::exchange::combine
