// What an unwinding says about single paths and about several that meet: values, memory, inputs, errors.

#include "symex/unwinding_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tandem::symex {
namespace {

// A program that errs exactly where the condition holds at its end. `body` leads from L0 to END.
std::string errs_if(const std::string& condition, const std::string& body) {
  return fmt::format("{}\n  END -> BAD  [{}]\n  END -> GOOD  [!({})]\n  BAD -> GOOD  reach_error()\n"
                     "  GOOD -> exit  return 0\n",
                     body, condition, condition);
}

bool may_be(const std::string& condition, const std::string& body) {
  return UnwoundProgram(errs_if(condition, body), {}).reaches_error();
}

TEST(UnwindPathsTest, AJoinHasTheValueOfEachSideUnderItsCondition) {
  const std::string body = R"(
main: int main(void)
  var int n
  var int x
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n > 10]
  L1 -> L3  [!(n > 10)]
  L2 -> END  x = 1
  L3 -> END  x = 2)";
  EXPECT_TRUE(may_be("n > 10 && x == 1", body));
  EXPECT_TRUE(may_be("n <= 10 && x == 2", body));
  EXPECT_FALSE(may_be("n > 10 && x != 1", body));
  EXPECT_FALSE(may_be("n <= 10 && x != 2", body));
}

TEST(UnwindPathsTest, PathsThatMeetAreFollowedOnce) {
  // Ten branches in a row: a thousand paths.
  std::string body = "main: int main(void)\n  var int n\n  var int x\n  L0 -> A0  x = 0\n";
  for (int i = 0; i < 10; ++i)
    body +=
        fmt::format("  A{0} -> B{0}  n = __VERIFIER_nondet_int()\n  B{0} -> C{0}  [n > 0]\n  B{0} -> A{1}  [!(n > 0)]\n"
                    "  C{0} -> A{1}  x = x + 1\n",
                    i, i + 1);
  body += "  A10 -> END  skip";
  UnwoundProgram unwound(errs_if("x == 10", body), {});
  EXPECT_TRUE(unwound.reaches_error());
  EXPECT_EQ(unwound.unwinding.targets.size(), 1u);
  EXPECT_LT(unwound.unwinding.steps, 60u);
  EXPECT_FALSE(may_be("x == 11", body));
}

TEST(UnwindPathsTest, AWriteThroughAPointerOnOneSideIsSeenAfterTheJoin) {
  const std::string body = R"(
main: int main(void)
  var int n
  var int a
  var int *p
  L0 -> L1  a = 3
  L1 -> L2  p = &a
  L2 -> L3  n = __VERIFIER_nondet_int()
  L3 -> L4  [n == 7]
  L3 -> END  [!(n == 7)]
  L4 -> END  *p = n)";
  EXPECT_TRUE(may_be("n == 7 && a == 7", body));
  EXPECT_TRUE(may_be("n == 8 && a == 3", body));
  EXPECT_FALSE(may_be("n == 7 && a != 7", body));
  EXPECT_FALSE(may_be("n != 7 && a != 3", body));
}

TEST(UnwindPathsTest, APointerThatDependsOnThePathWritesWhereItLeads) {
  const std::string body = R"(
int a = 1
int b = 2
main: int main(void)
  var int n
  var int *p
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n > 0]
  L1 -> L3  [!(n > 0)]
  L2 -> L4  p = &a
  L3 -> L4  p = &b
  L4 -> END  *p = 5)";
  EXPECT_TRUE(may_be("n > 0 && a == 5 && b == 2", body));
  EXPECT_TRUE(may_be("n <= 0 && a == 1 && b == 5", body));
  EXPECT_FALSE(may_be("(a == 5) == (b == 5)", body));
  EXPECT_FALSE(may_be("n > 0 && a != 5", body));
}

TEST(UnwindPathsTest, OnlyFeasibleErrorCallsAreReachable) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n > 3]
  L1 -> L5  [!(n > 3)]
  L2 -> L3  [n * 2 == 9]
  L2 -> L4  [!(n * 2 == 9)]
  L3 -> L4  reach_error()
  L4 -> L5  reach_error()
  L5 -> exit  return 0
)",
                         {});
  const auto& targets = unwound.unwinding.targets;
  ASSERT_EQ(targets.size(), 2u);
  for (const TargetTerm& target : targets)
    // Four is no factor of an odd number.
    EXPECT_EQ(unwound.is_possible(target.guard), target.edge->from->in[0]->op.truth == false);
}

TEST(UnwindPathsTest, NothingFollowsAnErrorCall) {
  UnwoundProgram unwound(R"(
main: int main(void)
  L0 -> L1  reach_error()
  L1 -> L2  reach_error()
  L2 -> exit  return 0
)",
                         {});
  ASSERT_EQ(unwound.unwinding.targets.size(), 1u);
  EXPECT_EQ(unwound.unwinding.targets[0].edge, unwound.program.entry().entry().out[0]);
}

TEST(UnwindPathsTest, ABranchOnAnOverapproximatedValueGoesOneWay) {
  // An int at any byte of a large array of int is arbitrary, but the same for both sides of the branch.
  UnwoundProgram unwound(R"(
int text[1000]
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [*(int *)((char *)text + n) == 4]
  L1 -> L3  [!(*(int *)((char *)text + n) == 4)]
  L2 -> L4  reach_error()
  L3 -> L4  reach_error()
  L4 -> exit  return 0
)",
                         {});
  const auto& targets = unwound.unwinding.targets;
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_EQ(unwound.unwinding.imprecisions, 1u);
  for (const TargetTerm& target : targets) EXPECT_TRUE(unwound.is_possible(target.guard));
  EXPECT_FALSE(unwound.is_possible(unwound.terms.and_(targets[0].guard, targets[1].guard)));
}

TEST(UnwindPathsTest, AssumptionsPrune) {
  const std::string body = R"(
main: int main(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> END  [n > 3])";
  EXPECT_TRUE(may_be("n == 4", body));
  EXPECT_FALSE(may_be("n == 3", body));
  UnwoundProgram impossible(errs_if("n == n", R"(
main: int main(void)
  var int n
  L0 -> L1  n = 1
  L1 -> END  [n > 3])"),
                            {});
  EXPECT_TRUE(impossible.unwinding.targets.empty());
}

TEST(UnwindPathsTest, InputsAreInTheOrderOfTheExecution) {
  // a is asked for twice where it is negative; the interpreter reaches the error on the same values.
  UnwoundProgram unwound(errs_if("a == 5 && b == a + 1 && c == b + 1", R"(
main: int main(void)
  var int a
  var int b
  var int c
  L0 -> L1  a = __VERIFIER_nondet_int()
  L1 -> L2  [a < 0]
  L1 -> L4  [!(a < 0)]
  L2 -> L3  c = a
  L3 -> L4  a = __VERIFIER_nondet_int()
  L4 -> L5  b = __VERIFIER_nondet_int()
  L5 -> END  c = __VERIFIER_nondet_int())"),
                         {});
  ASSERT_EQ(unwound.unwinding.targets.size(), 1u);
  smt::Terms& terms = unwound.terms;
  const smt::Term target = unwound.unwinding.targets[0].guard;
  const smt::Term first = unwound.unwinding.inputs.at(0).value;
  const smt::Term negative = terms.bv_slt(first, terms.bv(32, 0));
  EXPECT_EQ(unwound.input_values(terms.and_(target, terms.not_(negative))), (std::vector<std::uint64_t>{5, 6, 7}));
  const std::vector<std::uint64_t> longer = unwound.input_values(terms.and_(target, negative));
  ASSERT_EQ(longer.size(), 4u);
  EXPECT_EQ(std::vector(longer.begin() + 1, longer.end()), (std::vector<std::uint64_t>{5, 6, 7}));
  EXPECT_EQ(unwound.interpret(longer).end, semantics::interpreter::End::ErrorCall);
}

TEST(UnwindPathsTest, InputsOfIterationsAndCallsAreDifferentOnes) {
  const std::string body = R"(
next: int next(void)
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> exit  return n
main: int main(void)
  var int i
  var int last
  var int n
  L0 -> L1  i = 0
  L1 -> L2  n = 0
  L2 -> L3  [i < 2]
  L2 -> END  [!(i < 2)]
  L3 -> L4  last = n
  L4 -> L5  n = next()
  L5 -> L2  i = i + 1)";
  EXPECT_TRUE(may_be("last == 1 && n == 2", body));
}

TEST(UnwindPathsTest, AnUninitialisedVariableIsAnInputWithItsName) {
  UnwoundProgram unwound(errs_if("x == 4 && y == x", R"(
main: int main(void)
  var int x
  var int y
  L0 -> L1  declare int x
  L1 -> END  y = x)"),
                         {});
  EXPECT_TRUE(unwound.reaches_error());
  ASSERT_EQ(unwound.unwinding.inputs.size(), 1u);
  EXPECT_EQ(unwound.unwinding.inputs[0].kind, task::InputKind::Uninitialised);
  ASSERT_NE(unwound.unwinding.inputs[0].variable, nullptr);
  EXPECT_EQ(unwound.unwinding.inputs[0].variable->name, "x");
}

TEST(UnwindPathsTest, InlineAssemblyLeavesAnyValueThatIsNoInput) {
  UnwoundProgram unwound(errs_if("x == 4", R"(
main: int main(void)
  var int x
  L0 -> L1  x = 1
  L1 -> END  x = any value (inline assembly))"),
                         {});
  EXPECT_TRUE(unwound.reaches_error());
  ASSERT_EQ(unwound.unwinding.inputs.size(), 1u);
  EXPECT_EQ(unwound.unwinding.inputs[0].kind, task::InputKind::Uninitialised);
}

TEST(UnwindPathsTest, AnAccessThroughNullIsReportedUnderItsCondition) {
  UnwoundProgram unwound(R"(
main: int main(void)
  var int n
  var int a
  var int *p
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  p = &a
  L2 -> L3  [n == 9]
  L2 -> L4  [!(n == 9)]
  L3 -> L4  p = (int *)0
  L4 -> L5  *p = 1
  L5 -> exit  return 0
)",
                         {});
  smt::Terms& terms = unwound.terms;
  const smt::Term invalid = terms.or_(unwound.unwinding.invalid_accesses);
  const smt::Term nine = terms.eq(unwound.unwinding.inputs.at(0).value, terms.bv(32, 9));
  EXPECT_TRUE(unwound.is_possible(terms.and_(invalid, nine)));
  EXPECT_FALSE(unwound.is_possible(terms.and_(invalid, terms.not_(nine))));
}

} // namespace
} // namespace tandem::symex
