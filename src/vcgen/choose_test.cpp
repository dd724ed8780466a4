#include "vcgen/choose.h"

#include <gtest/gtest.h>

namespace tandem::vcgen {
namespace {

class ChooseTest : public testing::Test {
protected:
  smt::Term symbol(const std::string& name) { return terms.variable(name, smt::Sort::boolean()); }
  Choice choice() { return choose_method(features(program)); }

  smt::Terms terms;
  Edge edge;
  Location location;
  symex::SingleAssignment program{terms};
};

TEST_F(ChooseTest, OneAssertNeedsNoLemmas) {
  program.check(symbol("a"), &edge);
  EXPECT_EQ(choice().method, Method::PSCondNF);
  EXPECT_EQ(choice().lemmas, Lemmas::Off);
}

TEST_F(ChooseTest, OneConditionWhereContextsAgree) {
  program.assume(symbol("b"));
  program.check(symbol("a"), &edge);
  program.check(symbol("b"), &edge);
  EXPECT_EQ(features(program).late_assumes, 0u);
  EXPECT_EQ(choice().method, Method::SCondNF);
}

TEST_F(ChooseTest, ALateAssumeKeepsPartialContexts) {
  program.check(symbol("a"), &edge);
  program.check(symbol("b"), &edge);
  const symex::BlockId then = program.add_block({{0, symbol("c")}}, symbol("c"));
  program.set_current(then);
  program.add_unwinding_assertion(location);
  EXPECT_EQ(features(program).late_assumes, 1u);
  EXPECT_EQ(choice().method, Method::PSCondNF);
  EXPECT_EQ(choice().lemmas, Lemmas::On);
}

TEST_F(ChooseTest, AnAssumeOnAnotherPathIsNotLate) {
  const symex::BlockId left = program.add_block({{0, symbol("c")}}, symbol("c"));
  const symex::BlockId right = program.add_block({{0, terms.not_(symbol("c"))}}, terms.not_(symbol("c")));
  program.set_current(left);
  program.check(symbol("a"), &edge);
  program.set_current(right);
  program.assume(symbol("b"));
  EXPECT_EQ(features(program).late_assumes, 0u);
}

TEST_F(ChooseTest, MuchCodeAfterTheLastAssertIsNotEncoded) {
  program.check(symbol("a"), &edge);
  program.check(symbol("b"), &edge);
  for (int i = 0; i < 10; ++i) program.assign(terms.and_(symbol("a"), symbol("x" + std::to_string(i))));
  EXPECT_EQ(choice().method, Method::PSCondNF);
}

} // namespace
} // namespace tandem::vcgen
