// Paths through the graph of the predicate analysis as an automaton. A path of blocks stands for many program paths;
// the automaton contains all of them and shares their common parts.
#pragma once

#include "analysis/predicate/graph.h"
#include "exchange/gia/gia.h"

#include <functional>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

// An exit of a node's block.
struct PathEnd {
  NodeNumber node = 0;
  std::uint32_t exit = 0;
};

struct PathOptions {
  exchange::Accept accept = exchange::Accept::Candidate; // at the ends
  // Assumptions where a node begins, each on a transition of its own for the edges that lead there. May be empty.
  std::function<std::vector<std::string>(NodeNumber)> assumptions = {};
};

exchange::Gia gia_of_paths(const Graph& graph, const std::vector<PathEnd>& ends, exchange::GiaHeader header,
                           const PathOptions& options);

} // namespace tandem::analysis::predicate
