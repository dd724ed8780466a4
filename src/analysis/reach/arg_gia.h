// Exporting a reachability graph as an automaton: closed nodes become one ut state, nodes that wait, were cut off or
// are possible errors are candidates, a confirmed error is rt.
//
// Edges that no state of an expanded node can take lead to ut as well: no execution takes them. Where a domain gives
// several successors for one edge that no assumption distinguishes, a state of the automaton is the set of them (subset
// construction), and ut only if all of them are closed.
//
// A graph that repeats itself, as the iterations of a loop do, is not exported in full. Where an open part of it has
// few closed nodes beside it, exporting it would only make the next verifier follow the same long paths: that part is
// one candidate. So is the whole, if the exploration is over and next to nothing would be exported.
#pragma once

#include "analysis/reach/arg.h"
#include "exchange/gia/gia.h"

#include <optional>
#include <string_view>

namespace tandem::analysis::reach {

// For a graph that is not an Arg (predicate/condition.h): its nodes, the start first.
exchange::Gia gia_of(const Program& program, const std::vector<ArgNode>& nodes, exchange::GiaHeader header,
                     std::optional<NodeId> confirmed = std::nullopt);
enum class Detail : std::uint8_t {
  Full,
  Worthwhile, // a verifier that continues from it visits again at most `most_repeated` nodes for each open one
};
inline constexpr std::uint32_t most_repeated = 4;
// The name of the state that stands for everything of which no more is said than that it is open.
inline constexpr std::string_view vague_state = "open";
exchange::Gia gia_of(const Arg& graph, exchange::GiaHeader header, std::optional<NodeId> confirmed = std::nullopt,
                     Detail detail = Detail::Full);

} // namespace tandem::analysis::reach
