// What the abstractions at loop heads say, as C: after a proof, the invariants that carry it. An invariant of a head is
// the disjunction of what its nodes know; what C cannot say there (memory cells, locals of callers) is left out, which
// makes it weaker, never wrong.
#pragma once

#include "analysis/predicate/graph.h"
#include "exchange/gia/location_invariant.h"

#include <vector>

namespace tandem::analysis::predicate {

// Ordered by loop head. Heads of which nothing can be said, or too much, are left out.
std::vector<exchange::LocationInvariant> loop_invariants(const Graph& graph, const Program& program,
                                                         symex::Executor& executor, const abstraction::Values& values,
                                                         abstraction::Frames& frames, abstraction::BlockRunner& runner);

} // namespace tandem::analysis::predicate
