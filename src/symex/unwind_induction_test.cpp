// Beyond the bound by induction: loops and recursions from an arbitrary state, and facts that help.

#include "symex/unwinding_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::symex {
namespace {

// x starts at 0 and takes a step in every iteration, which errs before if x is bad. Inputs say how many there are.
std::string stepping_loop(const std::string& step, const std::string& bad) {
  return fmt::format(R"(
unsigned int x = 0
unsigned int y = 0
main: int main(void)
  var int more
  L0 -> L1  more = __VERIFIER_nondet_int()
  L1 -> L2  [more != 0]
  L1 -> L6  [!(more != 0)]
  L2 -> L3  [{}]
  L2 -> L4  [!({})]
  L3 -> L4  reach_error()
  L4 -> L5  {}
  L5 -> L0  y = y + 1
  L6 -> exit  return 0
)",
                     bad, bad, step);
}

UnwindOptions inductive(std::uint32_t bound) { return {.beyond = BeyondBound::Induce, .bound = bound}; }

// A relation between the variables of a program as an expression of it, `left` op `right`.
const Expr& relation(const Program& program, BinaryOp op, std::string_view left, int factor, std::string_view right) {
  Context& context = program.context();
  const auto use = [&](std::string_view name) -> const Expr& {
    for (const Variable* global : program.globals())
      if (global->name == name) return context.variable(*global);
    throw std::logic_error("no such variable");
  };
  const Type& type = use(left).type();
  return context.binary(op, use(left), context.binary(BinaryOp::Mul, context.integer(type, factor), use(right)));
}

TEST(UnwindInductionTest, AnInductiveAssertionHasNoReachableTarget) {
  UnwoundProgram safe(stepping_loop("x = x + 2", "x % 2 == 1"), inductive(1));
  EXPECT_FALSE(safe.reaches_error());
  EXPECT_TRUE(safe.unwinding.beyond.empty());
  // Without induction, the same loop is not within any bound.
  UnwoundProgram bounded(stepping_loop("x = x + 2", "x % 2 == 1"), {.bound = 3});
  EXPECT_TRUE(bounded.goes_beyond());
}

TEST(UnwindInductionTest, AnErrorBeyondTheBoundIsStillAnAlarm) {
  EXPECT_FALSE(UnwoundProgram(stepping_loop("x = x + 2", "x == 8"), {.bound = 2}).reaches_error());
  EXPECT_TRUE(UnwoundProgram(stepping_loop("x = x + 2", "x == 8"), inductive(2)).reaches_error());
}

TEST(UnwindInductionTest, AnAssertionThatIsNotInductiveNeedsAFact) {
  // x == 2 * y holds and is not what the error says.
  UnwoundProgram unwound(stepping_loop("x = x + 2", "y == 3 && x != 6"), inductive(1));
  EXPECT_TRUE(unwound.reaches_error());
  const Location& head = unwound.program.entry().entry();
  UnwindOptions options = inductive(1);
  options.facts = {{&head, &relation(unwound.program, BinaryOp::Eq, "x", 2, "y"), unwound.terms.true_()}};
  unwound.run(options);
  EXPECT_FALSE(unwound.reaches_error());
  ASSERT_EQ(unwound.unwinding.violations.size(), 1u);
  for (const smt::Term violation : unwound.unwinding.violations[0]) EXPECT_FALSE(unwound.is_possible(violation));
}

TEST(UnwindInductionTest, AFactThatIsWrongIsViolated) {
  for (const int factor : {1, 3}) {
    UnwoundProgram unwound(stepping_loop("x = x + 2", "x == 1"));
    const Location& head = unwound.program.entry().entry();
    UnwindOptions options = inductive(1);
    options.facts = {{&head, &relation(unwound.program, BinaryOp::Eq, "x", factor, "y"), unwound.terms.true_()}};
    unwound.run(options);
    bool violated = false;
    for (const smt::Term violation : unwound.unwinding.violations.at(0))
      violated = violated || unwound.is_possible(violation);
    EXPECT_TRUE(violated) << "x == " << factor << " * y";
  }
}

TEST(UnwindInductionTest, AFactThatIsNotActiveIsNotAssumed) {
  UnwoundProgram unwound(stepping_loop("x = x + 2", "y == 3 && x != 6"));
  const Location& head = unwound.program.entry().entry();
  const smt::Term active = unwound.terms.variable("active", smt::Sort::boolean());
  UnwindOptions options = inductive(1);
  options.facts = {{&head, &relation(unwound.program, BinaryOp::Eq, "x", 2, "y"), active}};
  unwound.run(options);
  smt::Terms& terms = unwound.terms;
  bool with = false, without = false;
  for (const TargetTerm& target : unwound.unwinding.targets) {
    with = with || unwound.is_possible(terms.and_(target.guard, active));
    without = without || unwound.is_possible(terms.and_(target.guard, terms.not_(active)));
  }
  EXPECT_FALSE(with);
  EXPECT_TRUE(without);
}

TEST(UnwindInductionTest, ErrorsOfTheHypothesisAreNoTargets) {
  // The assertion is checked in every iteration: one that held in the one before is what the step may assume.
  const std::string_view program = R"(
unsigned int x = 0
main: int main(void)
  var int more
  L0 -> L1  more = __VERIFIER_nondet_int()
  L1 -> L2  [more != 0]
  L1 -> L5  [!(more != 0)]
  L2 -> L3  [x % 4 == 3]
  L2 -> L4  [!(x % 4 == 3)]
  L3 -> L4  reach_error()
  L4 -> L0  x = (x + 2) % 8
  L5 -> exit  return 0
)";
  // From x == 1 (of 8) the next value is 3: one iteration that is assumed is not enough, two of them are.
  EXPECT_TRUE(UnwoundProgram(program, inductive(0)).reaches_error());
  EXPECT_TRUE(UnwoundProgram(program, inductive(1)).reaches_error());
  EXPECT_FALSE(UnwoundProgram(program, inductive(2)).reaches_error());
}

TEST(UnwindInductionTest, TheHypothesisDoesNotLeaveTheLoop) {
  // No iteration ends with x at 7, so only a loop that starts there is left; the hypothesis has one iteration more.
  UnwindOptions options = inductive(1);
  options.deterministic_iterations = 0;
  UnwoundProgram unwound(R"(
main: int main(void)
  var unsigned int x
  L0 -> L1  x = 0
  L1 -> L2  [x != 7]
  L1 -> L3  [!(x != 7)]
  L2 -> L1  x = (x + 1) % 4
  L3 -> L4  reach_error()
  L4 -> exit  return 0
)",
                         options);
  EXPECT_FALSE(unwound.reaches_error());
}

TEST(UnwindInductionTest, WhatALoopWritesThroughPointersIsArbitraryToo) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int more
  var int a
  var int *p
  L0 -> L1  a = 0
  L1 -> L2  p = &a
  L2 -> L3  more = __VERIFIER_nondet_int()
  L3 -> L4  [more != 0]
  L3 -> L7  [!(more != 0)]
  L4 -> L5  [a == 50]
  L4 -> L6  [!(a == 50)]
  L5 -> L6  reach_error()
  L6 -> L2  *p = *p + 1
  L7 -> exit  return 0
)",
                         inductive(1));
  EXPECT_TRUE(unwound.reaches_error());
}

constexpr std::string_view recursion = R"(
int depth = 0
descend: void descend(int n)
  L0 -> L1  [n > 0]
  L0 -> L4  [!(n > 0)]
  L1 -> L2  depth = depth + 1
  L2 -> L3  descend(n - 1)
  L3 -> L4  depth = depth - 1
  L4 -> exit  return
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  descend(n)
  L2 -> L3  [depth == 0]
  L2 -> L4  [!(depth == 0)]
  L3 -> exit  return 0
  L4 -> L3  reach_error()
)";

TEST(UnwindInductionTest, ACallThatIsTooDeepMayChangeWhatItsFunctionChanges) {
  EXPECT_FALSE(UnwoundProgram(recursion, {.bound = 2}).reaches_error());
  UnwoundProgram unwound(recursion, inductive(2));
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_TRUE(unwound.unwinding.beyond.empty());
}

TEST(UnwindInductionTest, ErrorsInsideACallThatIsTooDeepAreFound) {
  const auto program = [](const std::string& bad) {
    return R"(
int limit = 4
int calls = 0
descend: void descend(int n)
  C0 -> L0  calls = calls + 1
  L0 -> L1  [)" +
           bad + R"(]
  L0 -> L2  [!()" +
           bad + R"()]
  L1 -> L2  reach_error()
  L2 -> L3  [n > 0]
  L2 -> L4  [!(n > 0)]
  L3 -> L4  descend(n - 1)
  L4 -> exit  return
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  descend(n)
  L2 -> exit  return 0
)";
  };
  EXPECT_FALSE(UnwoundProgram(program("limit != 4"), inductive(1)).reaches_error());
  EXPECT_TRUE(UnwoundProgram(program("calls == 5"), inductive(1)).reaches_error());
  EXPECT_FALSE(UnwoundProgram(program("calls == 5"), {.bound = 1}).reaches_error());
}

} // namespace
} // namespace tandem::symex
