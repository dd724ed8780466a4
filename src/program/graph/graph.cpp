// Compressed sparse rows, filled by a counting sort of the arcs by source.

#include "program/graph/graph.h"

#include "base/core/require.h"
#include "program/model/program.h"

namespace tandem::graph {

Graph::Graph(std::size_t size, std::span<const Arc> arcs) : first_(size + 1, 0), targets_(arcs.size()) {
  for (const Arc& arc : arcs) {
    require(arc.first < size && arc.second < size, "an arc should join nodes of its graph");
    ++first_[arc.first + 1];
  }
  for (std::size_t i = 0; i < size; ++i) first_[i + 1] += first_[i];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Arc& arc : arcs) targets_[next[arc.first]++] = arc.second;
}

Graph Graph::reversed() const {
  std::vector<Arc> arcs;
  arcs.reserve(targets_.size());
  for (Node node = 0; node < size(); ++node)
    for (Node to : successors(node)) arcs.emplace_back(to, node);
  return Graph(size(), arcs);
}

Graph control_flow_graph(const Function& function) {
  std::vector<Graph::Arc> arcs;
  for (const Edge* edge : function.edges()) arcs.emplace_back(node_of(*edge->from), node_of(*edge->to));
  return Graph(function.locations().size(), arcs);
}

Graph::Node node_of(const Location& location) { return location.id - location.function->locations().front()->id; }

} // namespace tandem::graph
