// Calls: through pointers, of functions without a body, and of what is not modelled.

#include "symex/unwinding_for_test.h"
#include "task/assumptions.h"

#include <gtest/gtest.h>

namespace tandem::symex {
namespace {

// p leads to up or to down by the sign of an input; `callee` is what is called with 10, the error is a result of `bad`.
std::string pointer_call(const std::string& bad) {
  return R"(
up: int up(int x)
  L0 -> exit  return x + 1
down: int down(int x)
  L0 -> exit  return x - 1
main: int main(void)
  var int n
  var int r
  var int (*p)(int)
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n > 0]
  L1 -> L3  [!(n > 0)]
  L2 -> L4  p = up
  L3 -> L4  p = down
  L4 -> L5  r = (*p)(10)
  L5 -> L6  [)" +
         bad + R"(]
  L5 -> L7  [!()" +
         bad + R"()]
  L6 -> L7  reach_error()
  L7 -> exit  return 0
)";
}

TEST(UnwindCallsTest, ACallThroughAPointerEntersWhatItLeadsTo) {
  UnwoundProgram positive(pointer_call("n > 0 && r == 11"), {});
  EXPECT_TRUE(positive.reaches_error());
  EXPECT_FALSE(positive.does_something_unsupported());
  EXPECT_TRUE(UnwoundProgram(pointer_call("n <= 0 && r == 9"), {}).reaches_error());
  EXPECT_FALSE(UnwoundProgram(pointer_call("n > 0 && r != 11"), {}).reaches_error());
  EXPECT_FALSE(UnwoundProgram(pointer_call("n <= 0 && r != 9"), {}).reaches_error());
}

// The pointer comes from a function without a body; only `twice` has its address taken and the right type.
constexpr std::string_view unknown_pointer = R"(
int (*registered)(int)
int (*find(void))(int)
twice: int twice(int x)
  L0 -> exit  return 2 * x
never: int never(int x)
  L0 -> exit  return 3 * x
main: int main(void)
  var int r
  var int (*p)(int)
  L0 -> L1  registered = twice
  L1 -> L2  p = find()
  L2 -> L3  r = (*p)(4)
  L3 -> L4  [r == 8]
  L3 -> L5  [!(r == 8)]
  L4 -> L5  reach_error()
  L5 -> exit  return 0
)";

TEST(UnwindCallsTest, ACallThatMayLeadAnywhereIsReportedAndGivesAnyValue) {
  UnwoundProgram unwound(unknown_pointer, {});
  EXPECT_TRUE(unwound.reaches_error());
  ASSERT_EQ(unwound.unwinding.unsupported.size(), 1u);
  EXPECT_EQ(unwound.unwinding.unsupported[0].text, "a call through a pointer that may lead anywhere");
  EXPECT_EQ(unwound.unwinding.unsupported[0].edge->op.callee, nullptr);
  EXPECT_TRUE(unwound.does_something_unsupported());
}

TEST(UnwindCallsTest, CallTargetsSayWhereAnUnconstrainedPointerLeads) {
  UnwoundProgram unwound(unknown_pointer);
  CallTargets targets(unwound.program);
  unwound.run({.call_targets = &targets});
  EXPECT_FALSE(unwound.does_something_unsupported());
  EXPECT_TRUE(unwound.unwinding.assumptions.contains(task::assumption_of_external_call()));
  EXPECT_TRUE(unwound.reaches_error());
}

TEST(UnwindCallsTest, AFunctionOfAnotherTypeIsNotEntered) {
  UnwoundProgram unwound(R"(
half: double half(double x)
  L0 -> L1  reach_error()
  L1 -> exit  return x
main: int main(void)
  var int r
  var int (*p)(int)
  L0 -> L1  p = (int (*)(int))half
  L1 -> L2  r = (*p)(4)
  L2 -> exit  return r
)",
                         {});
  EXPECT_TRUE(unwound.does_something_unsupported());
  EXPECT_TRUE(unwound.unwinding.targets.empty());
}

TEST(UnwindCallsTest, AFunctionWithoutABodyReturnsAnyValueAndChangesNothing) {
  UnwoundProgram unwound(R"(
int g = 3
int sensor(int *where)
main: int main(void)
  var int r
  L0 -> L1  r = sensor(&g)
  L1 -> L2  [r == 77]
  L1 -> L5  [!(r == 77)]
  L2 -> L3  [g != 3]
  L2 -> L4  [!(g != 3)]
  L3 -> L5  reach_error()
  L4 -> L5  reach_error()
  L5 -> exit  return 0
)",
                         {});
  EXPECT_EQ(unwound.unwinding.targets.size(), 1u); // the one where g is still 3
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_TRUE(unwound.unwinding.assumptions.contains(task::assumption_of_call(unwound.function("sensor"))));
  ASSERT_EQ(unwound.unwinding.inputs.size(), 1u);
  EXPECT_EQ(unwound.unwinding.inputs[0].kind, task::InputKind::UndefinedFunction);
}

TEST(UnwindCallsTest, RecordsAreReturnedAndPassedByValue) {
  UnwoundProgram unwound(R"(
struct pair { int a; int b; }
swapped: struct pair swapped(struct pair p)
  var struct pair r
  L0 -> L1  r.a = p.b
  L1 -> L2  r.b = p.a
  L2 -> L3  p.a = 0
  L3 -> exit  return r
main: int main(void)
  var struct pair x
  var struct pair y
  L0 -> L1  x.a = __VERIFIER_nondet_int()
  L1 -> L2  x.b = __VERIFIER_nondet_int()
  L2 -> L3  y = swapped(x)
  L3 -> L4  [y.a == x.b && y.b == x.a]
  L3 -> L5  [!(y.a == x.b && y.b == x.a)]
  L4 -> exit  return 0
  L5 -> L4  reach_error()
)",
                         {});
  EXPECT_FALSE(unwound.reaches_error());
}

TEST(UnwindCallsTest, EveryCallHasVariablesOfItsOwn) {
  // The outer activation's local survives the inner one's.
  UnwoundProgram unwound(R"(
f: int f(int depth)
  var int mine
  var int *p
  var int below
  L0 -> L1  mine = depth
  L1 -> L2  p = &mine
  L2 -> L3  [depth > 0]
  L2 -> L4  [!(depth > 0)]
  L3 -> L4  below = f(depth - 1)
  L4 -> exit  return *p
main: int main(void)
  var int r
  L0 -> L1  r = f(3)
  L1 -> L2  [r == 3]
  L1 -> L3  [!(r == 3)]
  L2 -> exit  return 0
  L3 -> L2  reach_error()
)",
                         {});
  EXPECT_TRUE(unwound.unwinding.targets.empty());
}

TEST(UnwindCallsTest, WhatIsNotModelledIsReportedUnderItsCondition) {
  const auto calls_if = [](const std::string& condition) {
    return R"(
int pthread_create(void *a, void *b, void *c, void *d)
void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(void *, void *))
compare: int compare(void *a, void *b)
  L0 -> exit  return 0
main: int main(void)
  var int n
  var int r
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n > 5]
  L2 -> L3  [)" +
           condition + R"(]
  L3 -> L4  r = pthread_create(&n, 0, 0, 0)
  L4 -> L5  qsort(&n, 1, 4, compare)
  L5 -> exit  return 0
)";
  };
  UnwoundProgram possible(calls_if("n < 7"), {});
  ASSERT_EQ(possible.unwinding.unsupported.size(), 2u);
  EXPECT_EQ(possible.unwinding.unsupported[0].text, "threads");
  EXPECT_EQ(possible.unwinding.unsupported[1].text, "'qsort' calls functions of the program");
  for (const UnsupportedTerm& construct : possible.unwinding.unsupported)
    EXPECT_TRUE(possible.is_possible(construct.guard)) << construct.text;
  UnwoundProgram impossible(calls_if("n < 6"), {});
  EXPECT_FALSE(impossible.does_something_unsupported());
}

TEST(UnwindCallsTest, AnUnmodelledLibraryFunctionMayWriteBehindItsArguments) {
  UnwoundProgram unwound(R"(
int sscanf(char *text, char *format, int *out)
main: int main(void)
  var int written
  var int other
  var int *p
  var int r
  L0 -> L1  written = 1
  L1 -> L2  other = 1
  L2 -> L3  p = &other
  L3 -> L4  r = sscanf(0, 0, &written)
  L4 -> L5  [written == 2]
  L4 -> L6  [!(written == 2)]
  L5 -> L6  reach_error()
  L6 -> L7  [*p == 2]
  L6 -> L8  [!(*p == 2)]
  L7 -> L8  reach_error()
  L8 -> exit  return 0
)",
                         {});
  ASSERT_EQ(unwound.unwinding.targets.size(), 1u);
  EXPECT_TRUE(unwound.reaches_error());
}

} // namespace
} // namespace tandem::symex
