#include "program/graph/loops.h"

#include "program/text/cfa_shape.h"

#include <gtest/gtest.h>

namespace tandem::graph {
namespace {

using Nodes = std::vector<int>;
using Arcs = text::CfaShape::Arcs;

TEST(Loops, NestedLoopsHaveTheirHeadersEdgesAndParents) {
  // while (1) { while (2) { 3 } 4 } 5
  const text::CfaShape shape({{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 2}, {4, 1}});
  const LoopForest forest(shape.function());
  ASSERT_EQ(forest.loops().size(), 2u);
  const Loop& outer = forest.loops()[0];
  const Loop& inner = forest.loops()[1];
  EXPECT_EQ(shape.nodes(outer.headers), Nodes({1}));
  EXPECT_EQ(shape.nodes(outer.members), Nodes({1, 2, 3, 4}));
  EXPECT_EQ(shape.arcs(outer.back_edges), Arcs({{4, 1}}));
  EXPECT_EQ(shape.arcs(outer.entry_edges), Arcs({{0, 1}}));
  EXPECT_EQ(shape.arcs(outer.exit_edges), Arcs({{1, 5}}));
  EXPECT_EQ(shape.nodes(inner.members), Nodes({2, 3}));
  EXPECT_EQ(shape.arcs(inner.exit_edges), Arcs({{2, 4}}));
  EXPECT_EQ(inner.parent, &outer);
  EXPECT_EQ(inner.depth, 2u);
  EXPECT_EQ(outer.children, std::vector<const Loop*>{&inner});
  EXPECT_EQ(forest.innermost(shape.at(3)), &inner);
  EXPECT_EQ(forest.innermost(shape.at(4)), &outer);
  EXPECT_EQ(forest.innermost(shape.at(5)), nullptr);
  EXPECT_TRUE(forest.contains(outer, shape.at(3)));
  EXPECT_FALSE(forest.contains(inner, shape.at(4)));
  EXPECT_TRUE(forest.is_reducible());
}

TEST(Loops, AJumpIntoALoopGivesItTwoHeaders) {
  // 1 and 2 form a cycle that can be entered at both.
  const text::CfaShape shape({{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}});
  const LoopForest forest(shape.function());
  ASSERT_EQ(forest.loops().size(), 1u);
  const Loop& loop = forest.loops()[0];
  EXPECT_EQ(shape.nodes(loop.headers), Nodes({2, 1})); // in reverse post-order
  EXPECT_FALSE(loop.is_reducible());
  EXPECT_FALSE(forest.is_reducible());
  EXPECT_EQ(shape.arcs(loop.back_edges), Arcs({{2, 1}, {1, 2}}));
  EXPECT_EQ(forest.headed(shape.at(2)), &loop);
}

TEST(Loops, ALoopInsideAnIrreducibleOneIsFound) {
  // As above, but 1 has a loop of its own with 4, which is entered at 4 only.
  const text::CfaShape shape({{0, 1}, {0, 2}, {1, 4}, {4, 5}, {4, 2}, {5, 4}, {2, 1}, {2, 3}});
  const LoopForest forest(shape.function());
  ASSERT_EQ(forest.loops().size(), 2u);
  EXPECT_FALSE(forest.loops()[0].is_reducible());
  EXPECT_EQ(shape.nodes(forest.loops()[1].headers), Nodes({4}));
  EXPECT_EQ(forest.loops()[1].parent, &forest.loops()[0]);
}

TEST(Loops, TheEntryAndASingleLocationCanBeLoops) {
  const text::CfaShape shape({{0, 0}, {0, 1}, {1, 1}, {1, 2}});
  const LoopForest forest(shape.function());
  ASSERT_EQ(forest.loops().size(), 2u);
  EXPECT_EQ(shape.nodes(forest.loops()[0].headers), Nodes({0}));
  EXPECT_TRUE(forest.loops()[0].entry_edges.empty());
  EXPECT_EQ(shape.nodes(forest.loops()[1].members), Nodes({1}));
}

TEST(Loops, TwoBackEdgesToOneHeaderMakeOneLoop) {
  const text::CfaShape shape({{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 1}, {4, 1}});
  const LoopForest forest(shape.function());
  ASSERT_EQ(forest.loops().size(), 1u);
  EXPECT_EQ(shape.arcs(forest.loops()[0].back_edges), Arcs({{3, 1}, {4, 1}}));
}

// Every cycle loses an edge when all back edges are removed, on a program that is one long irreducible mess.
TEST(Loops, WithoutBackEdgesNothingIsCyclic) {
  Arcs arcs;
  std::uint32_t state = 1;
  const auto next = [&state](std::uint32_t bound) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>((state >> 8) % bound);
  };
  constexpr int size = 200;
  for (int node = 0; node + 1 < size; ++node) {
    arcs.emplace_back(node, node + 1);
    arcs.emplace_back(node, next(size));
  }
  const text::CfaShape shape(arcs);
  const LoopForest forest(shape.function());
  std::vector<int> entering(shape.program().locations().size(), 0);
  for (const Edge* edge : shape.program().edges())
    if (!forest.is_back_edge(*edge)) ++entering[edge->to->id];
  std::vector<const Location*> ready{&shape.function().entry()};
  std::size_t ordered = 0;
  while (!ready.empty()) {
    const Location* location = ready.back();
    ready.pop_back();
    ++ordered;
    for (const Edge* edge : location->out)
      if (!forest.is_back_edge(*edge) && --entering[edge->to->id] == 0) ready.push_back(edge->to);
  }
  EXPECT_EQ(ordered, shape.program().locations().size());
}

} // namespace
} // namespace tandem::graph
