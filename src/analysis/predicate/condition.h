// What the predicate analysis has found out, as an automaton. Blocks are taken apart into the graph of single edges
// that all analyses share (arg.h), which arg_gia.h turns into the automaton.
//
// The analysis does not explore that graph itself: in a block, paths are joined before they are looked at, and blocks
// are executed once for all nodes that begin them with the same values.
#pragma once

#include "analysis/predicate/graph.h"
#include "analysis/reach/target_reach.h"
#include "exchange/gia/gia.h"

namespace tandem::analysis::predicate {

// What lies behind all targets is settled, whether it was looked at or not.
exchange::Gia condition_of(const Graph& graph, const Program& program, const reach::CallStacks& stacks,
                           const reach::TargetReach& targets, exchange::GiaHeader header);

} // namespace tandem::analysis::predicate
