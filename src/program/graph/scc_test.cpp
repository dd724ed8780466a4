#include "program/graph/scc.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::graph {
namespace {

using Arcs = std::vector<Graph::Arc>;

std::vector<bool> reachable(const Graph& graph, Graph::Node start) {
  std::vector<bool> seen(graph.size(), false);
  std::vector<Graph::Node> work{start};
  while (!work.empty()) {
    const Graph::Node node = work.back();
    work.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    for (Graph::Node to : graph.successors(node)) work.push_back(to);
  }
  return seen;
}

TEST(Scc, ComponentsAreNumberedAgainstTheArcs) {
  const Graph graph(5, Arcs{{0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 3}, {0, 4}});
  const Components components(graph);
  ASSERT_EQ(components.count(), 4u);
  EXPECT_EQ(components.component(1), components.component(2));
  EXPECT_LT(components.component(3), components.component(1));
  EXPECT_LT(components.component(1), components.component(0));
  EXPECT_TRUE(components.is_cyclic(components.component(1)));
  EXPECT_TRUE(components.is_cyclic(components.component(3)));
  EXPECT_FALSE(components.is_cyclic(components.component(0)));
  const auto members = components.members(components.component(2));
  EXPECT_EQ(std::vector<Graph::Node>(members.begin(), members.end()), (std::vector<Graph::Node>{1, 2}));
}

// Two nodes are in one component exactly if each reaches the other, on random graphs.
TEST(Scc, AgreesWithReachability) {
  std::mt19937 random(20240817);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint32_t size = 1 + random() % 12;
    Arcs arcs;
    for (std::uint32_t i = random() % (2 * size); i > 0; --i) arcs.emplace_back(random() % size, random() % size);
    const Graph graph(size, arcs);
    const Components components(graph);
    for (Graph::Node a = 0; a < size; ++a) {
      const auto from_a = reachable(graph, a);
      for (Graph::Node b = 0; b < size; ++b) {
        const bool together = from_a[b] && reachable(graph, b)[a];
        EXPECT_EQ(components.component(a) == components.component(b), together);
        if (from_a[b]) EXPECT_LE(components.component(b), components.component(a));
      }
    }
  }
}

TEST(Scc, DeepGraphsDoNotOverflowTheStack) {
  constexpr std::uint32_t size = 1000000;
  Arcs arcs;
  for (std::uint32_t i = 0; i + 1 < size; ++i) arcs.emplace_back(i, i + 1);
  EXPECT_EQ(Components(Graph(size, arcs)).count(), size);
  arcs.emplace_back(size - 1, 0);
  EXPECT_EQ(Components(Graph(size, arcs)).count(), 1u);
}

} // namespace
} // namespace tandem::graph
