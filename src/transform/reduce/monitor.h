// The monitor: a program of the original's shape in which a global variable holds the automaton's current set of
// states. Each edge first sets the variable to its successor set; if that set is undecided, its conditions are
// evaluated behind the edge (in the callee, if the edge is a call). It removes exactly the paths that unfolding
// removes, but clones nothing.
#pragma once

#include "transform/reduce/gia_component.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::reduce {

// `product` is the product of the program with `component`.
Residual make_monitor(const Product& product, StateSets& sets, GiaComponent& component);

} // namespace tandem::transform::reduce
