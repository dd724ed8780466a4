#include "analysis/value/verified_values.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::value {
namespace {

// The assumptions of what is verified after some steps of an exploration, each once.
std::vector<std::string> verified(std::string_view text, int steps) {
  reach::ProgramForTest test(text);
  ValueDomain domain(test.program, test.aliases, test.stacks, {});
  reach::Arg graph = test.graph(domain, {.order = reach::Order::BreadthFirst});
  graph.explore([&] { return steps-- <= 0; });
  std::vector<std::string> result;
  if (const auto gia = verified_values(graph, domain, {}))
    for (const auto& step : gia->transitions())
      if (step.label != exchange::Gia::any && std::ranges::find(result, gia->text(step.assumption)) == result.end())
        result.push_back(gia->text(step.assumption));
  return result;
}

// With x == 1 the loop goes on for ever; otherwise it counts up, which takes too long.
constexpr std::string_view counting = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int mode
  var int x
  main@1:1  L0 -> L1  mode = __VERIFIER_nondet_int()
  main@2:1+  L1 -> L2  [mode == 1]
  main@2:1-  L1 -> L3  [!(mode == 1)]
  main@3:1  L2 -> H  x = 1
  main@4:1  L3 -> H  x = 2
  main@5:1+  H -> A  [x == 1]
  main@5:1-  H -> B  [!(x == 1)]
  main@6:1  A -> H  x = 1
  main@7:1+  B -> E  [x == 0]
  main@7:1-  B -> C  [!(x == 0)]
  main@8:1  C -> H  x = x + 1
  main@9:1  E -> exit  reach_error()
)";

TEST(VerifiedValues, ALoopIsToldOverItsValues) {
  EXPECT_EQ(verified(counting, 400), std::vector<std::string>{"x == 1"});
}

// The same in a function: the caller's variable decides what happens after the return.
TEST(VerifiedValues, WhatCannotBeNamedIsNotTold) {
  constexpr std::string_view called = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
wait: void wait(int n)
  wait@1:1+  W0 -> W1  [n == 1]
  wait@1:1-  W0 -> exit  [!(n == 1)]
  wait@2:1  W1 -> W0  n = 2
main: int main(void)
  var int y
  var int i
  main@1:1  L0 -> L1  y = 1
  main@2:1  L1 -> L2  i = 0
  main@3:1  L2 -> L3  wait(1)
  main@4:1+  L3 -> L4  [y == 0]
  main@4:1-  L3 -> L5  [!(y == 0)]
  main@5:1  L4 -> exit  reach_error()
  main@6:1+  L5 -> L6  [i < 1000000]
  main@6:1-  L5 -> exit  [!(i < 1000000)]
  main@7:1  L6 -> L5  i = i + 1
)";
  // The loop of main is open, so nothing in wait is verified; and if it were, y has no name there.
  for (const std::string& each : verified(called, 500)) EXPECT_EQ(each.find("n =="), std::string::npos) << each;
}

// A target whose only path is infeasible is no target of that path; in the same state, another path may reach it.
TEST(VerifiedValues, RefutedPathsDoNotSettleStates) {
  constexpr std::string_view refuted = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int y
  main@1:1  L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:1  L1 -> H  y = 1
  main@3:1+  H -> E  [x * x == 3]
  main@3:1-  H -> H  [!(x * x == 3)]
  main@4:1  E -> exit  reach_error()
)";
  reach::ProgramForTest test(refuted);
  ValueDomain domain(test.program, test.aliases, test.stacks, {});
  reach::Arg graph = test.graph(domain);
  ASSERT_EQ(graph.explore([] { return false; }), reach::Arg::Pause::Target);
  graph.refute(graph.target());
  ASSERT_EQ(graph.explore([] { return false; }), reach::Arg::Pause::Done);
  EXPECT_FALSE(verified_values(graph, domain, {}));
}

} // namespace
} // namespace tandem::analysis::value
