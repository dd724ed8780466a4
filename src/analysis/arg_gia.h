// What a reachability graph has found out, as an automaton: settled parts are one ut state, nodes that wait, were cut
// off or are possible errors are candidates, a confirmed error is rt.
//
// Edges that no state of an expanded node can take lead to ut as well: nothing happens there. Where a domain gives
// several successors for one edge that no assumption tells apart, a state of the automaton is the set of them, and ut
// only if all of them are settled.
#pragma once

#include "analysis/arg.h"
#include "automata/gia.h"
#include "task/outcome.h"

#include <optional>
#include <span>

namespace tandem::analysis {

automata::Gia gia_of(const Arg& graph, automata::GiaHeader header, std::optional<NodeId> confirmed = std::nullopt);

// The automaton that is ut at the start, or a candidate there.
automata::Gia gia_of_everything(automata::Accept accept, automata::GiaHeader header);
// The path, which ends with the error call, leads to rt.
automata::Gia gia_of_error(std::span<const Edge* const> path, automata::GiaHeader header);

} // namespace tandem::analysis
