// What a reachability graph has found out, as an automaton: settled parts are one ut state, nodes that wait, were cut
// off or are possible errors are candidates, a confirmed error is rt.
//
// Edges that no state of an expanded node can take lead to ut as well: nothing happens there. Where a domain gives
// several successors for one edge that no assumption tells apart, a state of the automaton is the set of them, and ut
// only if all of them are settled.
//
// A graph that repeats itself, as the rounds of a loop do, is not told in full. Where an open part of it has little
// settled beside it, saying so would only make others follow the same long paths: that part is one candidate. So is the
// whole, if the exploration is over and next to nothing would be told.
#pragma once

#include "analysis/reach/arg.h"
#include "exchange/gia/gia.h"

#include <optional>

namespace tandem::analysis::reach {

// The same for a graph that somebody else has explored: its nodes, the start first.
exchange::Gia gia_of(const Program& program, const std::vector<ArgNode>& nodes, exchange::GiaHeader header,
                     std::optional<NodeId> confirmed = std::nullopt);
enum class Detail : std::uint8_t {
  Full,
  Worthwhile, // whoever goes on from it looks again at no more than `most_repeated` nodes for each open one
};
inline constexpr std::uint32_t most_repeated = 4;
exchange::Gia gia_of(const Arg& graph, exchange::GiaHeader header, std::optional<NodeId> confirmed = std::nullopt,
                     Detail detail = Detail::Full);

} // namespace tandem::analysis::reach
