#include "symex/single_assignment.h"

#include "smt/term/traverse.h"
#include "symex/unwinding_for_test.h"

#include <gtest/gtest.h>
#include <unordered_set>

namespace tandem::symex {
namespace {

std::vector<const Statement*> statements_of(const SingleAssignment& form, StatementKind kind) {
  std::vector<const Statement*> result;
  for (const Block& block : form.blocks())
    for (const Statement& statement : block.statements)
      if (statement.kind == kind) result.push_back(&statement);
  return result;
}

TEST(SingleAssignmentTest, OnlyValuesThatNeedANameGetOne) {
  for (const ConstantFolding folding : {ConstantFolding::Fold, ConstantFolding::Keep}) {
    smt::Terms terms;
    SingleAssignment form(terms, folding);
    const smt::Term x = terms.variable("x", smt::Sort::bv(32)), seven = terms.bv(32, 7);
    EXPECT_EQ(form.assign(x), x);
    EXPECT_EQ(form.assign(seven) == seven, folding == ConstantFolding::Fold);
    const smt::Term sum = terms.bv_add(x, seven);
    const smt::Term symbol = form.assign(sum, "sum");
    EXPECT_TRUE(terms.is_variable(symbol));
    EXPECT_EQ(form.blocks()[0].statements.back().value, sum);
    EXPECT_EQ(form.blocks()[0].statements.back().symbol, symbol);
  }
}

TEST(SingleAssignmentTest, StatementsGoToTheCurrentBlock) {
  smt::Terms terms;
  SingleAssignment form(terms);
  const smt::Term c = terms.variable("c", smt::Sort::boolean());
  const BlockId next = form.add_block({{0, c}}, c);
  form.assume(c);
  form.set_current(next);
  form.check(c, nullptr);
  ASSERT_EQ(form.blocks().size(), 2u);
  ASSERT_EQ(form.blocks()[0].statements.size(), 1u);
  EXPECT_EQ(form.blocks()[0].statements[0].kind, StatementKind::Assume);
  ASSERT_EQ(form.blocks()[next].statements.size(), 1u);
  EXPECT_EQ(form.blocks()[next].statements[0].kind, StatementKind::Assert);
}

constexpr std::string_view program = R"(
check: void check(int holds)
  L0 -> L1  [holds]
  L0 -> L2  [!holds]
  L1 -> exit  return
  L2 -> L1  reach_error()
main: int main(void)
  var int n
  var int i
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n < 100]
  L2 -> L3  i = 0
  L3 -> L4  [i < n]
  L3 -> L6  [!(i < n)]
  L4 -> L5  check(i != n)
  L5 -> L3  i = i + 1
  L6 -> L7  check(i >= n)
  L7 -> exit  return 0
)";

class RecordedUnwindingTest : public testing::Test {
protected:
  RecordedUnwindingTest() { unwound.run({.bound = 2, .record = &form}); }

  UnwoundProgram unwound{program};
  SingleAssignment form{unwound.terms};
};

TEST_F(RecordedUnwindingTest, EverySymbolIsAssignedOnceAndBeforeItIsUsed) {
  std::unordered_set<smt::Term> known;
  for (const InputTerm& input : unwound.unwinding.inputs) known.insert(input.value);
  for (const Block& block : form.blocks())
    for (const Statement& statement : block.statements) {
      for (const smt::Term used : smt::variables(unwound.terms, std::span(&statement.value, 1)))
        EXPECT_TRUE(known.contains(used)) << unwound.terms.name(used);
      if (statement.kind == StatementKind::Assign) {
        EXPECT_TRUE(known.insert(statement.symbol).second) << unwound.terms.name(statement.symbol);
      }
    }
}

TEST_F(RecordedUnwindingTest, BlocksAreInTopologicalOrder) {
  EXPECT_TRUE(form.blocks()[0].in.empty());
  for (BlockId id = 1; id < form.blocks().size(); ++id) {
    EXPECT_FALSE(form.blocks()[id].in.empty());
    for (const Arc& arc : form.blocks()[id].in) EXPECT_LT(arc.from, id);
  }
}

TEST_F(RecordedUnwindingTest, AssertsNameTheirErrorCallAndWhatCalledItsFunction) {
  const Function& main = unwound.program.entry();
  std::size_t in_loop = 0, after_loop = 0, unwinding = 0;
  for (const Statement* assertion : statements_of(form, StatementKind::Assert)) {
    if (assertion->unwinding_head != nullptr) {
      ++unwinding;
      EXPECT_EQ(assertion->unwinding_head->function, &main);
      continue;
    }
    ASSERT_NE(assertion->edge, nullptr);
    EXPECT_EQ(assertion->edge->from->function->name(), "check");
    ASSERT_NE(assertion->call, nullptr);
    EXPECT_EQ(assertion->call->from->function, &main);
    ++(assertion->call->to->out[0]->op.kind == OpKind::Return ? after_loop : in_loop);
  }
  EXPECT_EQ(in_loop, 3u); // one for each iteration, of which the bound counts those after the first
  EXPECT_EQ(after_loop, 1u);
  EXPECT_EQ(unwinding, 1u);
}

TEST_F(RecordedUnwindingTest, AssumptionsAreStatementsAndNotPathConditions) {
  const auto assumptions = statements_of(form, StatementKind::Assume);
  ASSERT_EQ(assumptions.size(), 1u);
  EXPECT_TRUE(unwound.terms.is_true(form.blocks()[0].path_condition));
}

} // namespace
} // namespace tandem::symex
