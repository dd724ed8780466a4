// A directed graph over 0 … n-1, stored as one array of successors (compressed sparse rows), and the control-flow graph
// of a function in that form. Graph algorithms are written on this, so that they serve locations, functions and
// anything else.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tandem {
class Function;
struct Location;
} // namespace tandem

namespace tandem::graph {

class Graph {
public:
  using Node = std::uint32_t;
  using Arc = std::pair<Node, Node>;

  // Successors keep the order in which their arcs are given; parallel arcs stay.
  Graph(std::size_t size, std::span<const Arc> arcs);

  std::size_t size() const { return first_.size() - 1; }
  std::span<const Node> successors(Node node) const {
    return {targets_.data() + first_[node], targets_.data() + first_[node + 1]};
  }
  Graph reversed() const;

private:
  std::vector<std::uint32_t> first_;
  std::vector<Node> targets_;
};

// Nodes are the positions in function.locations(); 0 is the entry, the last one the exit.
Graph control_flow_graph(const Function& function);
Graph::Node node_of(const Location& location);

} // namespace tandem::graph
