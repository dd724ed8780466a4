// The monitor: a program of the original's shape, in which a global variable holds the automaton's set of states. Each
// edge first sets the variable to what comes after it; a set that is undecided then is decided behind the edge (in the
// callee, if it is a call). Paths are removed as exactly as by unfolding; nothing is cloned.
#pragma once

#include "automata/gia_tracker.h"
#include "automata/reduce.h"

namespace tandem::automata {

// From the product with the same tracker.
Residual make_monitor(const Product& product, StateSets& sets, GiaTracker& tracker);

} // namespace tandem::automata
