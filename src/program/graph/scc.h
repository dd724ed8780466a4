// Strongly connected components: Tarjan's algorithm (1972) with an explicit stack, linear.
#pragma once

#include "program/graph/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tandem::graph {

// Components are numbered so that an arc never leads to a higher number: callees come before their callers.
class Components {
public:
  explicit Components(const Graph& graph);

  std::size_t count() const { return first_.size() - 1; }
  std::uint32_t component(Graph::Node node) const { return component_[node]; }
  // In ascending order.
  std::span<const Graph::Node> members(std::uint32_t component) const {
    return {members_.data() + first_[component], members_.data() + first_[component + 1]};
  }
  // Whether the component contains a cycle: more than one node, or an arc from its node to itself.
  bool is_cyclic(std::uint32_t component) const { return is_cyclic_[component]; }

private:
  void find(const Graph& graph);

  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> first_;
  std::vector<Graph::Node> members_;
  std::vector<bool> is_cyclic_;
};

} // namespace tandem::graph
