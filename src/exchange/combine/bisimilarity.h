// Bisimilarity of the nodes of a labelled graph.
#pragma once

#include <cstdint>
#include <vector>

namespace tandem::exchange::combine {

struct LabelledGraph {
  struct Arc {
    std::uint32_t letter = 0;
    std::uint32_t target = 0;
  };
  std::vector<std::uint32_t> colours;   // by node: nodes of different colours are different
  std::vector<std::uint32_t> first_arc; // by node: where its arcs begin; one additional entry for the end
  std::vector<Arc> arcs;
};

// The class of each node. Classes are numbered densely, in the order of their first nodes.
std::vector<std::uint32_t> bisimilarity_classes(const LabelledGraph& graph);

} // namespace tandem::exchange::combine
