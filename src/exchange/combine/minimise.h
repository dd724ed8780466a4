// Smaller automata with the same three languages.
#pragma once

#include "exchange/gia/gia.h"

namespace tandem::exchange::combine {

// The quotient of the trimmed automaton by bisimilarity: states that accept the same, have the same invariant and go on
// alike are one. Of parallel transitions one with all their edges is left. Names and order are those of the first state
// of each class. Near linear in the number of transitions. (The least nondeterministic automaton would be PSPACE-hard
// to find; of a deterministic automaton this is the least one as far as conditions are compared by their text.)
Gia minimised(const Gia& gia);

} // namespace tandem::exchange::combine
