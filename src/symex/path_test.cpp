#include "symex/path.h"

#include "smt/backends/backends.h"

#include <gtest/gtest.h>
#include <span>

namespace tandem::symex {
namespace {

class GuardTest : public testing::Test {
protected:
  smt::Term condition(const std::string& name) { return terms.variable(name, smt::Sort::boolean()); }

  bool is_valid(smt::Term formula) {
    const smt::Term refuted = terms.not_(formula);
    return solver->check(std::span(&refuted, 1)).unsat();
  }
  bool are_equivalent(smt::Term a, smt::Term b) { return is_valid(terms.eq(a, b)); }

  // What every join has to satisfy, of paths that exclude each other.
  void expect_exact(const Guard& a, const Guard& b) {
    const Guard::Join joined = Guard::join(terms, a, b);
    EXPECT_TRUE(are_equivalent(joined.guard.all(terms), terms.or_(a.all(terms), b.all(terms))));
    const smt::Term chosen = terms.and_(joined.guard.all(terms), joined.choose);
    const smt::Term other = terms.and_(joined.guard.all(terms), terms.not_(joined.choose));
    EXPECT_TRUE(are_equivalent(chosen, a.all(terms)));
    EXPECT_TRUE(are_equivalent(other, b.all(terms)));
  }

  smt::Terms terms;
  std::unique_ptr<smt::Solver> solver = smt::backends::make_solver("z3", terms);
  const smt::Term p = condition("p"), q = condition("q"), r = condition("r");
};

TEST_F(GuardTest, IsTheConjunctionOfItsConditions) {
  const Guard guard = Guard().with(terms, p).with(terms, q);
  EXPECT_TRUE(are_equivalent(guard.all(terms), terms.and_(p, q)));
  EXPECT_EQ(guard.depth(), 2u);
  EXPECT_TRUE(terms.is_true(Guard().all(terms)));
}

TEST_F(GuardTest, AConditionThatIsTrueLeavesItTheSame) {
  const Guard guard = Guard().with(terms, p);
  EXPECT_TRUE(guard.with(terms, terms.true_()).same(guard));
  EXPECT_FALSE(guard.with(terms, q).same(guard));
}

TEST_F(GuardTest, WhatIsKnownAlreadyIsNotAddedAgain) {
  const Guard guard = Guard().with(terms, terms.and_(p, terms.not_(terms.or_(q, r))));
  EXPECT_TRUE(guard.with(terms, p).same(guard));
  EXPECT_TRUE(guard.with(terms, terms.not_(r)).same(guard));
  EXPECT_TRUE(guard.with(terms, terms.and_(p, terms.not_(q))).same(guard));
  EXPECT_TRUE(terms.is_false(guard.with(terms, q).all(terms)));
  EXPECT_TRUE(terms.is_false(guard.with(terms, terms.and_(r, condition("s"))).all(terms)));
}

TEST_F(GuardTest, ADisjunctionTellsNothingOfItsParts) {
  const Guard guard = Guard().with(terms, terms.or_(p, q)).with(terms, terms.not_(terms.and_(q, r)));
  for (const smt::Term part : {p, q, r}) {
    EXPECT_EQ(guard.known().value(terms, part), std::nullopt);
    EXPECT_EQ(guard.known().value(terms, terms.not_(part)), std::nullopt);
  }
  EXPECT_EQ(guard.known().value(terms, terms.or_(p, q)), true);
  EXPECT_EQ(guard.known().value(terms, terms.and_(q, r)), false);
}

TEST_F(GuardTest, AfterAJoinOnlyWhatBothKnewIsKnown) {
  const Guard before = Guard().with(terms, p);
  const Guard::Join joined =
      Guard::join(terms, before.with(terms, q), before.with(terms, terms.and_(terms.not_(q), r)));
  EXPECT_EQ(joined.guard.known().value(terms, p), true);
  EXPECT_EQ(joined.guard.known().value(terms, q), std::nullopt);
  EXPECT_EQ(joined.guard.known().value(terms, r), std::nullopt);
}

TEST_F(GuardTest, GuardsAreTheSameByTheirHistory) {
  // An equal condition that was added twice makes two histories.
  EXPECT_FALSE(Guard().with(terms, p).same(Guard().with(terms, p)));
}

TEST_F(GuardTest, TheTwoSidesOfABranchJoinToWhatWasBeforeIt) {
  const Guard before = Guard().with(terms, p);
  const Guard::Join joined = Guard::join(terms, before.with(terms, q), before.with(terms, terms.not_(q)));
  EXPECT_TRUE(joined.guard.same(before));
  EXPECT_TRUE(are_equivalent(joined.choose, q));
}

TEST_F(GuardTest, AJoinIsExactlyOneOfTheTwoPaths) {
  const Guard before = Guard().with(terms, p);
  const Guard yes = before.with(terms, q), no = before.with(terms, terms.not_(q));
  expect_exact(yes, no);
  expect_exact(no, yes);
  // One side has more conditions than the other, on either side.
  expect_exact(yes.with(terms, r), no);
  expect_exact(no, yes.with(terms, r));
  expect_exact(yes.with(terms, r), no.with(terms, terms.not_(r)));
  // A path that went on where the other one ended.
  expect_exact(yes.with(terms, r), yes.with(terms, terms.not_(r)));
}

TEST_F(GuardTest, AJoinKeepsTheSharedConditionsApart) {
  const Guard before = Guard().with(terms, p);
  const Guard joined =
      Guard::join(terms, before.with(terms, q).with(terms, r), before.with(terms, terms.not_(q))).guard;
  EXPECT_EQ(joined.depth(), before.depth() + 1);
  // So that the next join finds them again.
  const Guard::Join again = Guard::join(terms, joined, before.with(terms, terms.and_(q, terms.not_(r))));
  EXPECT_TRUE(are_equivalent(again.guard.all(terms), p));
}

TEST_F(GuardTest, PathsWithoutSharedConditionsJoinAsWell) {
  expect_exact(Guard().with(terms, p), Guard().with(terms, terms.not_(p)).with(terms, q));
  const Guard::Join joined = Guard::join(terms, Guard().with(terms, p), Guard().with(terms, terms.not_(p)));
  EXPECT_EQ(joined.guard.depth(), 0u);
}

} // namespace
} // namespace tandem::symex
