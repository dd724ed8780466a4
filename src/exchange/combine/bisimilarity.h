// Which nodes of a labelled graph are bisimilar.
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
  std::vector<std::uint32_t> first_arc; // by node, and one more: where its arcs begin
  std::vector<Arc> arcs;
};

// By node: its class. Classes are dense, in the order of their first nodes.
std::vector<std::uint32_t> bisimilarity_classes(const LabelledGraph& graph);

} // namespace tandem::exchange::combine
