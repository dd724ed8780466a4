#include "program/graph/dominators.h"

#include "program/text/cfa_shape.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::graph {
namespace {

using Arcs = std::vector<Graph::Arc>;

// The definition: b is reachable, but not without a.
bool dominates_by_definition(const Graph& graph, Graph::Node root, Graph::Node above, Graph::Node below) {
  const auto reaches = [&](Graph::Node without) {
    std::vector<bool> seen(graph.size(), false);
    std::vector<Graph::Node> work;
    if (root != without) work.push_back(root);
    while (!work.empty()) {
      const Graph::Node node = work.back();
      work.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      for (Graph::Node to : graph.successors(node))
        if (to != without) work.push_back(to);
    }
    return static_cast<bool>(seen[below]);
  };
  return reaches(DominatorTree::none) && (above == below || !reaches(above));
}

TEST(Dominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const std::uint32_t size = 1 + random() % 10;
    Arcs arcs;
    for (std::uint32_t i = random() % (3 * size); i > 0; --i) arcs.emplace_back(random() % size, random() % size);
    const Graph graph(size, arcs);
    const DominatorTree tree(graph, 0);
    for (Graph::Node a = 0; a < size; ++a)
      for (Graph::Node b = 0; b < size; ++b)
        ASSERT_EQ(tree.dominates(a, b), dominates_by_definition(graph, 0, a, b)) << a << " " << b << " round " << trial;
    for (Graph::Node node : tree.order())
      if (node != 0) EXPECT_TRUE(tree.parent(node) != node && tree.dominates(tree.parent(node), node));
  }
}

TEST(Dominators, AJoinIsDominatedByItsBranch) {
  const text::CfaShape shape({{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}});
  const Dominators dominators(shape.function());
  EXPECT_EQ(dominators.parent(shape.at(4)), &shape.at(1));
  EXPECT_EQ(dominators.parent(shape.at(0)), nullptr);
  EXPECT_EQ(dominators.parent(shape.function().exit()), &shape.at(4));
  EXPECT_FALSE(dominators.dominates(shape.at(2), shape.at(4)));
}

TEST(PostDominators, AJoinPostDominatesItsBranch) {
  const text::CfaShape shape({{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}});
  const PostDominators after(shape.function());
  EXPECT_EQ(after.parent(shape.at(1)), &shape.at(4));
  EXPECT_EQ(after.parent(shape.at(4)), &shape.function().exit());
  EXPECT_EQ(after.parent(shape.function().exit()), nullptr);
  EXPECT_FALSE(after.dominates(shape.at(2), shape.at(1)));
}

TEST(PostDominators, AnAbortedPathAndAnEndlessLoopAreEndsToo) {
  // 1 either stops at 2 or continues to 3; 3 either returns (4) or loops forever in 5 and 6.
  const text::CfaShape shape({{0, 1}, {1, 2}, {1, 3}, {3, 4}, {3, 5}, {5, 6}, {6, 5}}, {2});
  const PostDominators after(shape.function());
  EXPECT_EQ(after.parent(shape.at(0)), &shape.at(1));
  EXPECT_EQ(after.parent(shape.at(1)), nullptr);
  EXPECT_EQ(after.parent(shape.at(3)), nullptr);
  EXPECT_EQ(after.parent(shape.at(5)), nullptr);
  EXPECT_TRUE(after.dominates(shape.at(1), shape.at(0)));
  EXPECT_FALSE(after.dominates(shape.at(3), shape.at(1)));
}

TEST(Dominators, AnUnreachableExitHasNoDominator) {
  const text::CfaShape shape({{0, 1}, {1, 0}});
  const Dominators dominators(shape.function());
  EXPECT_EQ(dominators.parent(shape.function().exit()), nullptr);
  EXPECT_FALSE(dominators.dominates(shape.at(0), shape.function().exit()));
}

// A ladder (every rung also leads to the common end) is where algorithms that walk up the tree become quadratic.
TEST(Dominators, LongLaddersAreNoProblem) {
  constexpr std::uint32_t size = 300000;
  Arcs arcs;
  for (std::uint32_t i = 0; i + 2 < size; ++i) {
    arcs.emplace_back(i, i + 1);
    arcs.emplace_back(i, size - 1);
  }
  const DominatorTree tree(Graph(size, arcs), 0);
  EXPECT_EQ(tree.parent(size - 1), 0u);
  EXPECT_EQ(tree.parent(size - 2), size - 3);
}

} // namespace
} // namespace tandem::graph
