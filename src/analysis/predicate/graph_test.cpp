#include "analysis/predicate/graph.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

namespace tandem::analysis::predicate {
namespace {

class GraphTest : public testing::Test {
protected:
  NodeNumber add(smt::Term abstraction, NodeNumber parent = Node::none, std::uint32_t exit = 0) {
    const NodeNumber number = graph.add({.point = {.at = {&test.program.entry().entry(), 0}},
                                         .abstraction = abstraction,
                                         .parent = parent,
                                         .exit = exit});
    graph[number].status = Status::Expanded;
    graph[number].block = &block;
    return number;
  }

  reach::ProgramForTest test{"main: int main(void)\n  L0 -> exit  return 0\n"};
  smt::Terms terms;
  smt::Term a = terms.fresh("a", smt::Sort::boolean()), b = terms.fresh("b", smt::Sort::boolean());
  abstraction::Block block;
  Graph graph;
};

// The first covers a part of the second, which has a child and covers the third.
TEST_F(GraphTest, NodesThatDependOnARemovedNodeAreReset) {
  const NodeNumber root = add(terms.true_());
  const NodeNumber first = add(a, root, 0), second = add(terms.or_(a, b), root, 1), third = add(b, root, 2);
  const NodeNumber child = add(b, second);
  graph.cover_partly(second, {first}, b);
  graph.cover(third, {second});
  EXPECT_EQ(graph[second].rest, b);
  EXPECT_EQ(graph[first].rest, a);

  EXPECT_EQ(graph.remove(first), (std::set<NodeNumber>{root, second, third}));
  EXPECT_EQ(graph[first].status, Status::Removed);
  EXPECT_EQ(graph[child].status, Status::Removed);
  EXPECT_EQ(graph[second].rest, graph[second].abstraction);
  EXPECT_EQ(graph[second].block, nullptr);
  EXPECT_TRUE(graph[second].covered_by.empty());
  EXPECT_TRUE(graph[third].covered_by.empty());
  // The root keeps its block and waits for one of its children.
  EXPECT_EQ(graph[root].block, &block);
  EXPECT_EQ(graph[root].children.size(), 2u);
}

TEST_F(GraphTest, NodesThatDependOnOtherNodesStay) {
  const NodeNumber root = add(terms.true_());
  const NodeNumber first = add(a, root, 0), second = add(terms.or_(a, b), root, 1), other = add(b, root, 2);
  graph.cover_partly(second, {first}, b);
  EXPECT_EQ(graph.remove(other), std::set<NodeNumber>{root});
  EXPECT_EQ(graph[second].status, Status::Expanded);
  EXPECT_EQ(graph[second].rest, b);
}

} // namespace
} // namespace tandem::analysis::predicate
