// The condition that the predicate analysis leaves. Blocks are expanded into the graph of single edges that all
// analyses share (reach/arg.h), which reach/arg_gia.h exports as an automaton.
//
// The analysis does not explore that graph itself: inside a block, paths are joined before they are analysed, and a
// block is executed once for all nodes that begin it with the same values.
#pragma once

#include "analysis/predicate/graph.h"
#include "analysis/reach/target_reach.h"
#include "exchange/gia/gia.h"

#include <functional>

namespace tandem::analysis::predicate {

// Whether an execution of the node's block that satisfies the guard may leave it by the exit.
using MayLeave = std::function<bool(const Node& node, smt::Term guard, const abstraction::BlockExit& exit)>;

// Control points from which no target is reachable are verified, whether explored or not.
exchange::Gia condition_of(const Graph& graph, const Program& program, const reach::CallStacks& stacks,
                           const reach::TargetReach& targets, const MayLeave& may_leave, exchange::GiaHeader header);

} // namespace tandem::analysis::predicate
