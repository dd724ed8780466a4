#include "analysis/reach/target_reach.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

namespace tandem::analysis::reach {
namespace {

struct ReachForTest : ProgramForTest {
  explicit ReachForTest(std::string_view text)
      : ProgramForTest(text), reach(program, pointers::CallGraph(program), ErrorFunctions{"reach_error"}) {}

  // The location that the edge of the name leaves.
  const Location& before(std::string_view edge) const { return *program.find_edge(edge)->from; }

  TargetReach reach;
};

constexpr std::string_view helper_called_twice = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
helper: int helper(int a)
  L0 -> exit  return a + 1
main: int main(void)
  var int x
  L0 -> L1  x = helper(1)
  L1 -> L2  [x == 7]
  L1 -> L3  [!(x == 7)]
  L2 -> L3  reach_error()
  L3 -> L4  x = helper(2)
  L4 -> exit  return x
)";

// Within one function the answer depends on the caller.
TEST(TargetReach, WhatCallersDoAfterwardsCounts) {
  ReachForTest test(helper_called_twice);
  const Function &main = test.program.entry(), &helper = *test.program.find_function("helper");
  EXPECT_FALSE(test.reach.possible_inside(helper.entry()));
  EXPECT_TRUE(test.reach.possible_from({&main.entry(), CallStacks::bottom}, test.stacks));
  std::vector<bool> found;
  for (const Edge* call : main.edges())
    if (call->op.kind == OpKind::Call && call->op.callee == &helper) {
      const StackId inside = test.stacks.push(CallStacks::bottom, *call, helper);
      found.push_back(test.reach.possible_from({&helper.entry(), inside}, test.stacks));
      found.push_back(test.reach.possible_from({&helper.exit(), inside}, test.stacks));
    }
  EXPECT_EQ(found, std::vector<bool>({true, true, false, false}));
}

TEST(TargetReach, NothingComesBackFromFunctionsThatDoNotReturn) {
  ReachForTest test(R"(
void reach_error(void)
stuck: int stuck(int a)
  L0 -> L0  skip
main: int main(void)
  var int x
  L0 -> L1  x = stuck(1)
  L1 -> exit  reach_error()
)");
  EXPECT_FALSE(test.reach.possible_inside(test.program.entry().entry()));
  EXPECT_FALSE(test.reach.may_return(test.program.entry().entry()));
}

TEST(TargetReach, RecursionAndPointersMayLeadToTargets) {
  ReachForTest test(R"(
void reach_error(void)
void register_handler(int (*h)(int))
bad: int bad(int a)
  L0 -> exit  reach_error()
even: int even(int a)
  L0 -> L1  [a == 0]
  L0 -> L2  [!(a == 0)]
  L1 -> exit  return 1
  L2 -> L3  a = odd(a - 1)
  L3 -> exit  return a
odd: int odd(int a)
  L0 -> L1  [a == 0]
  L0 -> L2  [!(a == 0)]
  L1 -> L4  reach_error()
  L4 -> exit  return 0
  L2 -> L3  a = even(a - 1)
  L3 -> exit  return a
main: int main(void)
  var int x
  var int (*p)(int)
  L0 -> L1  x = even(3)
  L1 -> L2  p = &bad
  L2 -> L3  x = (*p)(1)
  L3 -> L4  register_handler(p)
  L4 -> exit  return x
)");
  const Function& main = test.program.entry();
  EXPECT_TRUE(test.reach.possible_inside(test.program.find_function("even")->entry()));
  for (const Edge* edge : main.edges())
    EXPECT_EQ(test.reach.possible_inside(*edge->from), edge->op.kind != OpKind::Return) << edge->name;
}

TEST(TargetReach, TheGraphStopsBehindTheLastTarget) {
  ReachForTest test(helper_called_twice);
  LocationDomain domain;
  Arg all = test.graph(domain, {.at_target = AtTarget::Collect});
  Arg needed = test.graph(domain, {.at_target = AtTarget::Collect, .target_free = TargetFree::Close});
  EXPECT_EQ(all.explore({}), Arg::Pause::Done);
  EXPECT_EQ(needed.explore({}), Arg::Pause::Done);
  EXPECT_LT(needed.nodes().size(), all.nodes().size());
  const Function& helper = *test.program.find_function("helper");
  std::size_t entered = 0;
  for (const ArgNode& node : needed.nodes()) entered += node.at.location == &helper.entry();
  EXPECT_EQ(entered, 1u);
  EXPECT_FALSE(needed.closed_nodes()[Arg::root]);
}

} // namespace
} // namespace tandem::analysis::reach
