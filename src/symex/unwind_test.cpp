#include "symex/unwind.h"

#include "symex/unwinding_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::symex {
namespace {

// Counts to an input, at most `most`, and errs where it has counted to `bad`.
std::string counting_loop(int most, int bad) {
  return fmt::format(R"(
main: int main(void)
  var int n
  var int i
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n <= {}]
  L2 -> L3  i = 0
  L3 -> L4  [i < n]
  L3 -> L5  [!(i < n)]
  L4 -> L3  i = i + 1
  L5 -> L6  [i == {}]
  L5 -> L7  [!(i == {})]
  L6 -> L7  reach_error()
  L7 -> exit  return 0
)",
                     most, bad, bad);
}

// The same count by recursion: count(n) is n for all n that are not negative.
std::string counting_recursion(const std::string& argument, int bad) {
  return fmt::format(R"(
count: int count(int n)
  var int rest
  L0 -> L1  [n <= 0]
  L0 -> L2  [!(n <= 0)]
  L1 -> exit  return 0
  L2 -> L3  rest = count(n - 1)
  L3 -> exit  return rest + 1
main: int main(void)
  var int n
  var int r
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n < 6]
  L2 -> L3  r = count({})
  L3 -> L4  [r == {}]
  L3 -> L5  [!(r == {})]
  L4 -> L5  reach_error()
  L5 -> exit  return 0
)",
                     argument, bad, bad);
}

const Location& head_of_loop(const Program& program) {
  for (const Location* location : program.entry().locations())
    if (location->in.size() == 2 && location->out.size() == 2) return *location;
  return program.entry().entry();
}

TEST(UnwindTest, AnErrorAfterKIterationsNeedsABoundOfK) {
  for (std::uint32_t k = 0; k < 4; ++k)
    for (std::uint32_t bound = 0; bound < 5; ++bound) {
      UnwoundProgram unwound(counting_loop(10, static_cast<int>(k)), {.bound = bound});
      EXPECT_EQ(unwound.reaches_error(), bound >= k) << k << " iterations, bound " << bound;
    }
}

TEST(UnwindTest, ALoopOfAtMostKIterationsIsWithinABoundOfKAndNoSmaller) {
  for (std::uint32_t k = 0; k < 4; ++k)
    for (std::uint32_t bound = 0; bound < 5; ++bound) {
      UnwoundProgram unwound(counting_loop(static_cast<int>(k), -1), {.bound = bound});
      EXPECT_EQ(unwound.goes_beyond(), bound < k) << k << " iterations, bound " << bound;
      EXPECT_FALSE(unwound.reaches_error());
    }
}

TEST(UnwindTest, WhatIsBeyondTheBoundNamesTheLoop) {
  UnwoundProgram unwound(counting_loop(10, 0), {.bound = 2});
  ASSERT_EQ(unwound.unwinding.beyond.size(), 1u);
  EXPECT_EQ(unwound.unwinding.beyond[0].loop, &head_of_loop(unwound.program));
  EXPECT_EQ(unwound.unwinding.beyond[0].recursion, nullptr);
  // It is beyond the bound from three iterations on.
  const std::vector<std::uint64_t> inputs = unwound.input_values(unwound.unwinding.beyond[0].guard);
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_GE(inputs[0], 3u);
  EXPECT_LE(inputs[0], 10u);
}

TEST(UnwindTest, ALoopMayHaveABoundOfItsOwn) {
  UnwoundProgram unwound(counting_loop(4, 4));
  unwound.run({.bound = 1, .location_bounds = {{head_of_loop(unwound.program).id, 4}}});
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_FALSE(unwound.goes_beyond());
}

constexpr std::string_view fixed_loop = R"(
main: int main(void)
  var int i
  var int n
  L0 -> L1  i = 0
  L1 -> L2  [i < 300]
  L1 -> L3  [!(i < 300)]
  L2 -> L1  i = i + 1
  L3 -> L4  n = __VERIFIER_nondet_int()
  L4 -> L5  [n == i]
  L4 -> L6  [!(n == i)]
  L5 -> L6  reach_error()
  L6 -> exit  return 0
)";

TEST(UnwindTest, DeterministicIterationsAreNotCounted) {
  UnwoundProgram unwound(fixed_loop, {.bound = 0});
  EXPECT_TRUE(unwound.unwinding.beyond.empty());
  ASSERT_EQ(unwound.unwinding.targets.size(), 1u);
  EXPECT_EQ(unwound.input_values(unwound.unwinding.targets[0].guard), std::vector<std::uint64_t>{300});
}

TEST(UnwindTest, DeterministicIterationsAreCountedBeyondTheirOwnLimit) {
  UnwoundProgram unwound(fixed_loop, {.bound = 5, .deterministic_iterations = 100});
  EXPECT_TRUE(unwound.goes_beyond());
  EXPECT_FALSE(unwound.reaches_error());
  UnwoundProgram enough(fixed_loop, {.bound = 200, .deterministic_iterations = 100});
  EXPECT_FALSE(enough.goes_beyond());
  EXPECT_TRUE(enough.reaches_error());
}

TEST(UnwindTest, ALoopThatChangesNothingIsNeverLeft) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int i
  L0 -> L1  i = 0
  L1 -> L2  [i < 1]
  L1 -> L3  [!(i < 1)]
  L2 -> L1  skip
  L3 -> L4  reach_error()
  L4 -> exit  return 0
)",
                         {.bound = 3});
  EXPECT_TRUE(unwound.unwinding.targets.empty());
  EXPECT_TRUE(unwound.unwinding.beyond.empty());
  EXPECT_LT(unwound.unwinding.steps, 20u);
}

// Adds up rows * columns in two loops, one inside the other, and errs at `bad`.
std::string nested_loops(const std::string& rows, const std::string& columns, int bad) {
  return fmt::format(R"(
main: int main(void)
  var int m
  var int n
  var int i
  var int j
  var int sum
  L0 -> L1  m = __VERIFIER_nondet_int()
  L1 -> L2  [m <= 2]
  L2 -> L3  n = __VERIFIER_nondet_int()
  L3 -> L4  [n <= 2]
  L4 -> L5  sum = 0
  L5 -> L6  i = 0
  L6 -> L7  [i < {}]
  L6 -> L12  [!(i < {})]
  L7 -> L8  j = 0
  L8 -> L9  [j < {}]
  L8 -> L11  [!(j < {})]
  L9 -> L10  sum = sum + 1
  L10 -> L8  j = j + 1
  L11 -> L6  i = i + 1
  L12 -> L13  [sum == {}]
  L12 -> L14  [!(sum == {})]
  L13 -> L14  reach_error()
  L14 -> exit  return 0
)",
                     rows, rows, columns, columns, bad, bad);
}

TEST(UnwindTest, TheBoundOfAnInnerLoopStartsAnewInEveryIterationOfTheOuterOne) {
  UnwoundProgram enough(nested_loops("m", "n", 4), {.bound = 2});
  EXPECT_TRUE(enough.reaches_error());
  EXPECT_FALSE(enough.goes_beyond());
  UnwoundProgram impossible(nested_loops("m", "n", 5), {.bound = 2});
  EXPECT_FALSE(impossible.reaches_error());
  UnwoundProgram short_of(nested_loops("m", "n", 4), {.bound = 1});
  EXPECT_FALSE(short_of.reaches_error());
  EXPECT_TRUE(short_of.goes_beyond());
}

TEST(UnwindTest, OnlyTheLoopThatDependsOnInputsIsCounted) {
  UnwoundProgram enough(nested_loops("m", "7", 14), {.bound = 2});
  EXPECT_TRUE(enough.reaches_error());
  EXPECT_FALSE(enough.goes_beyond());
  UnwoundProgram short_of(nested_loops("m", "7", 14), {.bound = 1});
  EXPECT_FALSE(short_of.reaches_error());
  EXPECT_TRUE(short_of.goes_beyond());
}

TEST(UnwindTest, PathsThatMeetAgainWithinAnIterationAreNotCounted) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int n
  var int i
  var int x
  L0 -> L1  i = 0
  L1 -> L2  x = 0
  L2 -> L3  [i < 20]
  L2 -> L7  [!(i < 20)]
  L3 -> L4  n = __VERIFIER_nondet_int()
  L4 -> L5  [n > 0]
  L4 -> L6  [!(n > 0)]
  L5 -> L6  x = x + 1
  L6 -> L2  i = i + 1
  L7 -> L8  [x == 20]
  L7 -> L9  [!(x == 20)]
  L8 -> L9  reach_error()
  L9 -> exit  return 0
)",
                         {.bound = 0});
  EXPECT_TRUE(unwound.unwinding.beyond.empty());
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_EQ(unwound.unwinding.inputs.size(), 20u);
}

TEST(UnwindTest, TheBoundCountsIterationsAfterTheFirst) {
  // The error is inside the loop: its iteration need not be left within the bound.
  for (std::uint32_t bound = 0; bound < 4; ++bound) {
    UnwoundProgram unwound(R"(
main: int main(void)
  var int n
  var int i
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  i = 0
  L2 -> L3  [i < n]
  L2 -> L6  [!(i < n)]
  L3 -> L4  [i == 2]
  L3 -> L5  [!(i == 2)]
  L4 -> L5  reach_error()
  L5 -> L2  i = i + 1
  L6 -> exit  return 0
)",
                           {.bound = bound});
    EXPECT_EQ(unwound.reaches_error(), bound >= 2) << bound;
  }
}

TEST(UnwindTest, ARecursionOfDepthKNeedsABoundOfK) {
  for (std::uint32_t k = 0; k < 4; ++k)
    for (std::uint32_t bound = 0; bound < 5; ++bound) {
      UnwoundProgram unwound(counting_recursion("n", static_cast<int>(k)), {.bound = bound});
      EXPECT_EQ(unwound.reaches_error(), bound >= k) << "depth " << k << ", bound " << bound;
    }
}

TEST(UnwindTest, ARecursionEndsAtItsBound) {
  UnwoundProgram short_of(counting_recursion("n", -1), {.bound = 4});
  ASSERT_EQ(short_of.unwinding.beyond.size(), 1u);
  EXPECT_TRUE(short_of.goes_beyond());
  EXPECT_EQ(short_of.unwinding.beyond[0].loop, nullptr);
  EXPECT_EQ(short_of.unwinding.beyond[0].recursion, &short_of.function("count"));
  UnwoundProgram enough(counting_recursion("n", -1), {.bound = 5});
  EXPECT_FALSE(enough.goes_beyond());
}

TEST(UnwindTest, ARecursionMayHaveABoundOfItsOwn) {
  UnwoundProgram unwound(counting_recursion("n", 5));
  unwound.run({.bound = 1, .location_bounds = {{unwound.function("count").entry().id, 5}}});
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_FALSE(unwound.goes_beyond());
}

TEST(UnwindTest, ADeterministicRecursionIsNotCounted) {
  UnwoundProgram unwound(counting_recursion("40", 40), {.bound = 0});
  EXPECT_TRUE(unwound.unwinding.beyond.empty());
  EXPECT_TRUE(unwound.reaches_error());
}

TEST(UnwindTest, LongDeterministicRecursionsAreCountedIfAskedFor) {
  UnwoundProgram unwound(counting_recursion("40", 40));
  unwound.run({.bound = 2, .deterministic_iterations = 30});
  EXPECT_TRUE(unwound.goes_beyond());
  unwound.run({.bound = 9, .deterministic_iterations = 30});
  EXPECT_FALSE(unwound.goes_beyond());
  EXPECT_TRUE(unwound.reaches_error());
}

TEST(UnwindTest, ADeterministicRecursionThatNeverEndsGoesBeyondTheBound) {
  UnwoundProgram unwound(R"(
f: int f(int n)
  var int rest
  L0 -> L1  rest = f(n ^ 1)
  L1 -> exit  return rest
main: int main(void)
  var int r
  L0 -> L1  r = f(1)
  L1 -> exit  return r
)",
                         {.bound = 3, .deterministic_iterations = 100});
  EXPECT_TRUE(unwound.goes_beyond());
}

TEST(UnwindTest, UnwindingsThatShareIdentitiesShareTerms) {
  UnwoundProgram unwound(counting_loop(10, 1));
  unwound.run({.bound = 1});
  const smt::Term input = unwound.unwinding.inputs.at(0).value;
  const smt::Term beyond = unwound.unwinding.beyond.at(0).guard;
  unwound.run({.bound = 1});
  EXPECT_EQ(unwound.unwinding.inputs.at(0).value, input);
  EXPECT_EQ(unwound.unwinding.beyond.at(0).guard, beyond);
}

TEST(UnwindTest, StopsWhenItIsTold) {
  UnwoundProgram unwound(fixed_loop);
  int asked = 0;
  unwound.run({.should_stop = [&asked] { return ++asked == 2; }});
  EXPECT_TRUE(unwound.unwinding.stopped);
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(unwound.unwinding.targets.empty());
}

TEST(UnwindTest, WhatHasNoMathematicalReadingIsRefusedAtItsEdge) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  n = n & 5
  L2 -> exit  return n
)");
  UnwindOptions options;
  options.integers = semantics::symbolic::IntegerReading::Mathematical;
  Unwinder unwinder(unwound.program, unwound.terms, unwound.identities, options);
  EXPECT_EQ(unwinder.at(), nullptr);
  EXPECT_THROW(unwinder.run(), semantics::symbolic::NoSuchReading);
  ASSERT_NE(unwinder.at(), nullptr);
  EXPECT_EQ(unwinder.at()->op.kind, OpKind::Assign);
}

} // namespace
} // namespace tandem::symex
