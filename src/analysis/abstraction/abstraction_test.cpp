#include "analysis/abstraction/abstraction.h"

#include <gtest/gtest.h>

namespace tandem::analysis::abstraction {
namespace {

using smt::Sort;

class AbstractionTest : public testing::Test {
protected:
  smt::Term number(std::uint64_t value) { return terms.bv(8, value); }
  // The predicate is about x, the value at the block's end is x + 1.
  PredicateImage after_increment(smt::Term (*predicate)(smt::Terms&, smt::Term)) {
    return {predicate(terms, x), predicate(terms, terms.bv_add(x, number(1)))};
  }

  smt::Terms terms;
  Abstraction abstraction{terms};
  const smt::Term x = terms.variable("x", Sort::bv(8));
  const smt::Term y = terms.variable("y", Sort::bv(8));
};

TEST_F(AbstractionTest, IsTheStrongestThatPredicatesExpress) {
  const PredicateImage small = after_increment([](smt::Terms& t, smt::Term v) { return t.bv_ult(v, t.bv(8, 5)); });
  const PredicateImage five = after_increment([](smt::Terms& t, smt::Term v) { return t.eq(v, t.bv(8, 5)); });
  // From x < 5, one more is less than five or five.
  const smt::Term result = abstraction.compute(terms.bv_ult(x, number(5)), terms.true_(), {small, five});
  EXPECT_EQ(result, terms.xor_(small.predicate, five.predicate));
  // From x = 4 it is five.
  EXPECT_EQ(abstraction.compute(terms.eq(x, number(4)), terms.true_(), {small, five}),
            terms.and_(terms.not_(small.predicate), five.predicate));
  // From x < 5 the guard x > 7 cannot hold.
  EXPECT_EQ(abstraction.compute(terms.bv_ult(x, number(5)), terms.bv_ugt(x, number(7)), {small, five}), terms.false_());
}

TEST_F(AbstractionTest, CachesAnswers) {
  const PredicateImage small = after_increment([](smt::Terms& t, smt::Term v) { return t.bv_ult(v, t.bv(8, 5)); });
  const smt::Term first = abstraction.compute(terms.true_(), terms.bv_ult(x, number(3)), {small});
  const std::uint64_t queries = abstraction.statistics().queries;
  EXPECT_EQ(abstraction.compute(terms.true_(), terms.bv_ult(x, number(3)), {small}), first);
  EXPECT_EQ(abstraction.statistics().queries, queries);
  EXPECT_EQ(first, small.predicate);
}

// Twelve independent pairs of predicates have too many cubes; within each pair the abstraction stays exact.
TEST_F(AbstractionTest, TooManyCubesAreEnumeratedInGroups) {
  std::vector<PredicateImage> predicates;
  for (int i = 0; i < 12; ++i) {
    const smt::Term v = terms.variable("v" + std::to_string(i), Sort::bv(8));
    const smt::Term w = terms.bv_add(v, number(1));
    predicates.push_back({terms.bv_ult(v, number(5)), terms.bv_ult(w, number(5))});
    predicates.push_back({terms.bv_ult(v, number(9)), terms.bv_ult(w, number(9))});
  }
  const smt::Term result = abstraction.compute(terms.true_(), terms.true_(), predicates);
  EXPECT_GT(abstraction.statistics().coarse, 0u);
  for (std::size_t i = 0; i < predicates.size(); i += 2) {
    const smt::Term broken = terms.and_(predicates[i].predicate, terms.not_(predicates[i + 1].predicate));
    EXPECT_FALSE(abstraction.is_possible(result, broken));
    EXPECT_TRUE(abstraction.is_possible(result, predicates[i].predicate));
    EXPECT_TRUE(abstraction.is_possible(result, terms.not_(predicates[i + 1].predicate)));
  }
}

TEST_F(AbstractionTest, SaysWhichOfManyAreNeededToCover) {
  const smt::Term low = terms.bv_ult(x, number(10)), high = terms.bv_uge(x, number(5)), other = terms.eq(y, number(1));
  const auto both = abstraction.implies_some(terms.bv_ult(x, number(200)), {other, low, high});
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(*both, (std::vector{low, high}));
  EXPECT_FALSE(abstraction.implies_some(terms.bv_ult(x, number(200)), {other, low}).has_value());
}

// Nine bits with all cubes but one: too many at first.
TEST_F(AbstractionTest, IsExactAfterTheCubeLimitIsRaised) {
  const smt::Term wide = terms.variable("wide", Sort::bv(9));
  std::vector<PredicateImage> bits;
  for (unsigned i = 0; i < 9; ++i) {
    const smt::Term bit = terms.eq(terms.bv_extract(wide, i, i), terms.bv(1, 1));
    bits.push_back({bit, bit});
  }
  const smt::Term start = terms.not_(terms.eq(wide, terms.bv(9, 0)));
  EXPECT_TRUE(terms.is_true(abstraction.compute(start, terms.true_(), bits)));
  EXPECT_EQ(abstraction.statistics().coarse, 1u);
  ASSERT_TRUE(abstraction.raise_cube_limit());
  const smt::Term closer = abstraction.compute(start, terms.true_(), bits);
  EXPECT_FALSE(terms.is_true(closer));
  EXPECT_TRUE(abstraction.implies_some(start, {closer}));
  EXPECT_TRUE(abstraction.implies_some(closer, {start}));
  EXPECT_FALSE(abstraction.raise_cube_limit()) << "no answer is coarse any more";
}

} // namespace
} // namespace tandem::analysis::abstraction
