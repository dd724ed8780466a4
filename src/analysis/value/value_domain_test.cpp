#include "analysis/value/value_domain.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

namespace tandem::analysis::value {
namespace {

class ValueDomainTest : public testing::Test {
protected:
  // Explores `main` of the text and returns whether an error call was reached.
  bool alarm(std::string_view text, ValuePrecision remember) {
    reach::ProgramForTest test(text);
    ValueDomain domain(test.program, test.aliases, test.stacks, {.precision = remember});
    const reach::Order order =
        remember == ValuePrecision::Intervals ? reach::Order::ReversePostOrder : reach::Order::DepthFirst;
    reach::Arg graph = test.graph(domain, {.order = order});
    int steps = 0;
    const reach::Arg::Pause end = graph.explore([&] { return ++steps > 10000; });
    EXPECT_NE(end, reach::Arg::Pause::Stopped);
    nodes = graph.nodes().size();
    return end == reach::Arg::Pause::Target;
  }
  std::size_t nodes = 0;
};

constexpr std::string_view long_loop = R"(
void reach_error(void)
main: int main(void)
  var int i
  var int sum
  L0 -> L1  i = 0
  L1 -> L2  sum = 0
  L2 -> L3  [i < 1000]
  L2 -> L5  [!(i < 1000)]
  L3 -> L4  sum = sum + i
  L4 -> L2  i = i + 1
  L5 -> L6  [sum == 499500]
  L5 -> L7  [!(sum == 499500)]
  L6 -> exit  return 0
  L7 -> L6  reach_error()
)";

TEST_F(ValueDomainTest, ExplicitValuesExecuteLoopsToTheirEnd) {
  EXPECT_FALSE(alarm(long_loop, ValuePrecision::Constants));
  EXPECT_GT(nodes, 3000u);
}

TEST_F(ValueDomainTest, IntervalsWidenAndMerge) {
  EXPECT_TRUE(alarm(long_loop, ValuePrecision::Intervals));
  EXPECT_LT(nodes, 12u);
}

// Each choice leaves a value that is not read any more, so that the iterations of the loop are one state.
TEST_F(ValueDomainTest, DeadValuesMakeNoStates) {
  constexpr std::string_view choices = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int a
  var int b
  var int kept
  L0 -> L1  kept = 1
  L1 -> L2  a = __VERIFIER_nondet_int()
  L2 -> L3  [a == 0]
  L2 -> L3  [!(a == 0)]
  L3 -> L4  b = __VERIFIER_nondet_int()
  L4 -> L1  [b == 0]
  L4 -> L5  [!(b == 0)]
  L5 -> L1  [kept == 1]
  L5 -> L6  [!(kept == 1)]
  L6 -> exit  reach_error()
)";
  EXPECT_FALSE(alarm(choices, ValuePrecision::Constants));
  EXPECT_LT(nodes, 10u);
}

constexpr std::string_view counter = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int i
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  i = 0
  L2 -> L3  [i < n]
  L2 -> L4  [!(i < n)]
  L3 -> L2  i = i + 1
  L4 -> L5  [i >= 0]
  L4 -> L6  [!(i >= 0)]
  L5 -> exit  return 0
  L6 -> L5  reach_error()
)";

TEST_F(ValueDomainTest, IntervalsProveABoundThatHasNoConstant) {
  EXPECT_FALSE(alarm(counter, ValuePrecision::Intervals));
}

constexpr std::string_view calls = R"(
void reach_error(void)
add: int add(int a, int b)
  var int c
  L0 -> L1  c = a + b
  L1 -> exit  return c
set: void set(int *p, int v)
  L0 -> L1  *p = v
  L1 -> exit  return
main: int main(void)
  var int x
  var int y
  L0 -> L1  x = add(2, 3)
  L1 -> L2  set(&y, x + 1)
  L2 -> L3  [y == 6]
  L2 -> L4  [!(y == 6)]
  L3 -> exit  return 0
  L4 -> L3  reach_error()
)";

TEST_F(ValueDomainTest, ValuesPassThroughCallsAndPointers) {
  EXPECT_FALSE(alarm(calls, ValuePrecision::Constants));
  EXPECT_FALSE(alarm(calls, ValuePrecision::Intervals));
}

std::string unknown_pointer_text(std::string_view condition) {
  return std::string(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int n
  var int x
  var int y
  var int z
  var int *p
  var int *q
  L0 -> L1  x = 1
  L1 -> L2  y = 2
  L2 -> L3  z = 3
  L3 -> L30  q = &z
  L30 -> L4  n = __VERIFIER_nondet_int()
  L4 -> L5  p = n ? &x : &y
  L5 -> L6  *p = 7
  L6 -> L7  [)") +
         std::string(condition) + "]\n  L6 -> L8  [!(" + std::string(condition) +
         ")]\n  L7 -> exit  return 0\n  L8 -> L7  reach_error()\n";
}

TEST_F(ValueDomainTest, AWriteThroughAnUnknownPointerForgetsWhatItMayHit) {
  for (const ValuePrecision remember : {ValuePrecision::Constants, ValuePrecision::Intervals}) {
    EXPECT_TRUE(alarm(unknown_pointer_text("x == 1"), remember));
    EXPECT_TRUE(alarm(unknown_pointer_text("y == 2"), remember));
    EXPECT_FALSE(alarm(unknown_pointer_text("z == 3"), remember));
    EXPECT_FALSE(alarm(unknown_pointer_text("*q == 3"), remember));
  }
}

std::string undefined_text(std::string_view condition) {
  return std::string(R"(
void reach_error(void)
int mystery(int *p)
int seen
int hidden
main: int main(void)
  var int x
  var int y
  L0 -> L1  x = 1
  L1 -> L2  y = mystery(&seen)
  L2 -> L3  [)") +
         std::string(condition) + "]\n  L2 -> L4  [!(" + std::string(condition) +
         ")]\n  L3 -> exit  return 0\n  L4 -> L3  reach_error()\n";
}

TEST_F(ValueDomainTest, UndefinedFunctionsChangeWhatTheyAreGiven) {
  for (const ValuePrecision remember : {ValuePrecision::Constants, ValuePrecision::Intervals}) {
    EXPECT_TRUE(alarm(undefined_text("seen == 0"), remember));
    EXPECT_TRUE(alarm(undefined_text("y == 0"), remember));
    EXPECT_FALSE(alarm(undefined_text("hidden == 0"), remember));
    EXPECT_FALSE(alarm(undefined_text("x == 1"), remember));
  }
}

TEST_F(ValueDomainTest, BlocksOfOneAllocationAreSeparate) {
  constexpr std::string_view text = R"(
void reach_error(void)
void *malloc(unsigned long size)
make: int *make(int v)
  var int *p
  L0 -> L1  p = malloc(4)
  L1 -> L2  *p = v
  L2 -> exit  return p
main: int main(void)
  var int *a
  var int *b
  var int i
  L0 -> L1  i = 0
  L1 -> L2  [i < 2]
  L1 -> L5  [!(i < 2)]
  L2 -> L3  b = a
  L3 -> L4  a = make(i)
  L4 -> L1  i = i + 1
  L5 -> L6  [*a == 1]
  L5 -> L8  [!(*a == 1)]
  L6 -> L7  [*b == 0]
  L6 -> L8  [!(*b == 0)]
  L7 -> exit  return 0
  L8 -> L7  reach_error()
)";
  EXPECT_FALSE(alarm(text, ValuePrecision::Constants));
  EXPECT_TRUE(alarm(text, ValuePrecision::Intervals));
}

} // namespace
} // namespace tandem::analysis::value
