// Tarjan's algorithm with an explicit stack of (node, next successor) frames. Components are completed in reverse
// topological order, which gives the numbering that the header promises for free.

#include "program/graph/scc.h"

#include <algorithm>
#include <limits>

namespace tandem::graph {

namespace {

constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

struct Frame {
  Graph::Node node;
  std::uint32_t next_successor;
};

} // namespace

Components::Components(const Graph& graph) : component_(graph.size(), unset), first_{0} {
  find(graph);
  for (std::uint32_t component = 0; component < count(); ++component) {
    const auto begin = members_.begin() + first_[component];
    const auto end = members_.begin() + first_[component + 1];
    std::sort(begin, end);
    const auto successors = graph.successors(*begin);
    is_cyclic_.push_back(end - begin > 1 ||
                         std::find(successors.begin(), successors.end(), *begin) != successors.end());
  }
}

void Components::find(const Graph& graph) {
  std::vector<std::uint32_t> low(graph.size(), unset); // visiting number, then the lowest one reachable; unset: unseen
  std::vector<Graph::Node> open;                       // visited, component not yet known
  std::vector<Frame> stack;
  std::uint32_t visited = 0;
  std::vector<std::uint32_t> number(graph.size());
  const auto enter = [&](Graph::Node node) {
    low[node] = number[node] = visited++;
    open.push_back(node);
    stack.push_back({node, 0});
  };
  const auto close = [&](Graph::Node root) {
    const auto component = static_cast<std::uint32_t>(count());
    Graph::Node node;
    do {
      node = open.back();
      open.pop_back();
      component_[node] = component;
      members_.push_back(node);
    } while (node != root);
    first_.push_back(static_cast<std::uint32_t>(members_.size()));
  };
  for (Graph::Node start = 0; start < graph.size(); ++start) {
    if (low[start] != unset) continue;
    enter(start);
    while (!stack.empty()) {
      const Graph::Node node = stack.back().node;
      const auto successors = graph.successors(node);
      if (stack.back().next_successor < successors.size()) {
        const Graph::Node to = successors[stack.back().next_successor++];
        if (low[to] == unset) {
          enter(to);
        } else if (component_[to] == unset) {
          low[node] = std::min(low[node], number[to]);
        }
        continue;
      }
      stack.pop_back();
      if (low[node] == number[node]) close(node);
      if (!stack.empty()) low[stack.back().node] = std::min(low[stack.back().node], low[node]);
    }
  }
}

} // namespace tandem::graph
