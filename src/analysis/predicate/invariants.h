// The abstractions at loop heads as C expressions: after a proof, the inductive invariants behind it. The invariant of
// a head is the disjunction of its nodes' abstractions; what C cannot express there (memory cells, locals of callers)
// is left out, which makes it weaker but keeps it an invariant.
#pragma once

#include "analysis/predicate/graph.h"
#include "exchange/gia/location_invariant.h"

#include <vector>

namespace tandem::analysis::predicate {

// Ordered by loop head. Heads without an expressible invariant, or with too many nodes, are left out.
std::vector<exchange::LocationInvariant> loop_invariants(const Graph& graph, const Program& program,
                                                         symex::Executor& executor, const abstraction::Values& values,
                                                         abstraction::Frames& frames, abstraction::BlockRunner& runner);

// The predicates of each loop head, and what the graph so far says of it: candidates for invariants.
std::vector<exchange::LocationInvariant>
predicates_at_heads(const Graph& graph, const Program& program, symex::Executor& executor,
                    const abstraction::Values& values, abstraction::Frames& frames, abstraction::BlockRunner& runner,
                    const abstraction::Precision& precision);

} // namespace tandem::analysis::predicate
