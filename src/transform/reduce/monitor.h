// The monitor: a program of the original's shape, in which a global variable holds the automaton's set of states. Each
// edge first sets the variable to what comes after it; a set that is undecided then is decided behind the edge (in the
// callee, if it is a call). Paths are removed as exactly as by unfolding; nothing is cloned.
#pragma once

#include "transform/reduce/gia_component.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::reduce {

// From the product with the same tracker.
Residual make_monitor(const Product& product, StateSets& sets, GiaComponent& component);

} // namespace tandem::transform::reduce
