// Divisions on demand have the meaning of dividers: on random formulas, and on pairs of operands one by one.

#include "smt/bitblast/division_abstraction.h"

#include "smt/bitblast/sat_solver.h"
#include "smt/term/random_terms_for_test.h"

#include <gtest/gtest.h>

namespace tandem::smt::bitblast {
namespace {

using testing::RandomOptions;
using testing::RandomTerms;
using testing::Sample;

constexpr TheoryEliminationOptions on_demand{.narrow_division = 0};
constexpr TheoryEliminationOptions at_once{.narrow_division = 1000};

TEST(DivisionAbstraction, OnDemandAgreesWithAllAtOnce) {
  const RandomOptions options{.widths = {3, 6}, .arrays = {}, .division = true, .multiplication = false};
  int unsatisfiable = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Terms terms;
    RandomTerms random(terms, seed, options);
    for (int i = 0; i < 60; ++i) random.grow();
    const auto lazy = make_sat(terms, on_demand);
    const auto eager = make_sat(terms, at_once);
    std::vector<Term> claims;
    for (const Sample& sample : random.samples())
      if (sample.sort.is_bool() && random.below(3) == 0)
        claims.push_back((random.below(8) == 0) == sample.bits.is_zero() ? sample.term : terms.not_(sample.term));
    for (const Term claim : claims) {
      lazy->add(claim);
      eager->add(claim);
    }
    const CheckResult result = lazy->check();
    ASSERT_EQ(result.answer, eager->check().answer) << "seed " << seed;
    if (result.unsat()) ++unsatisfiable;
    for (const Term claim : claims)
      if (result.sat()) ASSERT_TRUE(terms.is_true(lazy->value(claim))) << "seed " << seed;
  }
  EXPECT_GT(unsatisfiable, 10);
}

// Every operator on every pair of words of three bits, by zero among them: the one result it has, and no other.
TEST(DivisionAbstraction, HasTheResultOfTheOperator) {
  Terms t;
  const Term a = t.variable("a", Sort::bv(3)), b = t.variable("b", Sort::bv(3));
  for (const Kind kind : {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem}) {
    const Operation operation{kind, Sort::bv(3), Sort::bv(3)};
    const std::array<Term, 2> args{a, b};
    const Term result = t.apply(operation, args);
    for (std::uint64_t i = 0; i < 64; ++i) {
      const std::array<Bits, 2> operands{Bits(3, i % 8), Bits(3, i / 8)};
      const auto solver = make_sat(t, on_demand);
      solver->add(t.eq(a, t.bv(operands[0])));
      solver->add(t.eq(b, t.bv(operands[1])));
      ASSERT_TRUE(solver->check().sat());
      ASSERT_EQ(t.bits(solver->value(result)), operate(operation, operands));
      solver->add(t.distinct(result, t.bv(operate(operation, operands))));
      ASSERT_TRUE(solver->check().unsat());
    }
  }
}

// What a ring buffer needs, on words that are too wide for a divider to be quick.
TEST(DivisionAbstraction, IndicesWrapAround) {
  Terms t;
  const Sort word = Sort::bv(64);
  const Term index = t.variable("index", word), length = t.variable("length", word);
  const Term next = t.bv_urem(t.bv_add(index, t.bv(64, 1)), length);
  const auto solver = make_sat(t);
  solver->add(t.bv_ult(index, length));
  solver->push();
  solver->add(t.not_(t.bv_ult(next, length)));
  EXPECT_TRUE(solver->check().unsat());
  solver->pop();
  solver->push();
  solver->add(t.distinct(next, t.bv_add(index, t.bv(64, 1))));
  solver->add(t.distinct(next, t.bv(64, 0)));
  EXPECT_TRUE(solver->check().unsat());
  solver->pop();
  solver->add(t.eq(t.bv_udiv(index, t.bv_sub(length, index)), t.bv(64, 5)));
  ASSERT_TRUE(solver->check().sat());
  EXPECT_TRUE(t.is_true(solver->value(t.eq(t.bv_udiv(index, t.bv_sub(length, index)), t.bv(64, 5)))));
}

} // namespace
} // namespace tandem::smt::bitblast
