// Minimisation: smaller automata with the same three languages.
#pragma once

#include "exchange/gia/gia.h"

namespace tandem::exchange::combine {

// The quotient of the trimmed automaton by bisimilarity: states that accept the same language, have the same invariant
// and have bisimilar successors are merged. Parallel transitions become one with all their edges. Names and order are
// those of the first state of each class. Near linear in the number of transitions. (A smallest nondeterministic
// automaton is PSPACE-hard to find; of a deterministic automaton this is the minimal one, with conditions compared by
// their text.)
Gia minimised(const Gia& gia);

} // namespace tandem::exchange::combine
