// Reduced terms have the meaning of the originals: floats of small formats exhaustively, arrays with so little done
// eagerly that lemmas on demand are needed.

#include "smt/bitblast/theory_elimination.h"

#include "smt/bitblast/sat_solver.h"
#include "smt/term/float_value.h"
#include "smt/term/random_terms_for_test.h"

#include <gtest/gtest.h>

namespace tandem::smt::bitblast {
namespace {

using testing::RandomOptions;
using testing::RandomTerms;
using testing::Sample;

// Evaluates the reduced operation on every pair of patterns.
void expect_exhaustively(const Operation& operation, Sort second) {
  Terms t;
  const std::uint32_t count = arity(operation.kind);
  std::vector<Term> args{t.variable("a", operation.argument), t.variable("b", second)};
  args.resize(count);
  TheoryElimination elimination(t);
  std::vector<Term> reduced_args;
  for (const Term arg : args) reduced_args.push_back(elimination(arg));
  const Term reduced = elimination(t.apply(operation, args));
  const auto values = [&](Sort s) { return std::uint64_t{1} << s.width(); };
  const auto pattern = [&](Sort s, std::uint64_t i) {
    return s.is_float() ? float_canonical(s, Bits(s.width(), i)) : Bits(s.width(), i);
  };
  for (std::uint64_t i = 0; i < values(operation.argument); ++i)
    for (std::uint64_t k = 0; k < (count == 2 ? values(second) : 1); ++k) {
      const std::array<Bits, 2> inputs{pattern(operation.argument, i), pattern(second, k)};
      Assignment assignment;
      for (std::size_t n = 0; n < count; ++n)
        assignment.emplace(reduced_args[n], t.constant(t.sort(reduced_args[n]), inputs[n]));
      ASSERT_EQ(Evaluator(t, assignment).bits(reduced), operate(operation, std::span(inputs).first(count)))
          << name(operation.kind) << " " << name(operation.rounding) << " on " << inputs[0].binary() << " and "
          << inputs[1].binary();
    }
}

TEST(FloatBlaster, BinaryOperatorsExhaustively) {
  const Sort f = Sort::floating(3, 3);
  for (const Kind kind :
       {Kind::FpAdd, Kind::FpMul, Kind::FpDiv, Kind::FpRem, Kind::FpEq, Kind::FpLt, Kind::FpLe, Kind::Eq}) {
    const bool predicate = kind == Kind::FpEq || kind == Kind::FpLt || kind == Kind::FpLe || kind == Kind::Eq;
    for (int r = 0; r < (has_rounding(kind) ? 5 : 1); ++r)
      expect_exhaustively({kind, predicate ? Sort::boolean() : f, f, static_cast<Rounding>(r)}, f);
  }
}

TEST(FloatBlaster, UnaryOperatorsExhaustively) {
  for (const Sort f : {Sort::floating(3, 4), Sort::floating(2, 2), Sort::floating(4, 5)}) {
    for (int r = 0; r < 5; ++r) {
      const auto rounding = static_cast<Rounding>(r);
      expect_exhaustively({Kind::FpSqrt, f, f, rounding}, f);
      expect_exhaustively({Kind::FpRoundToIntegral, f, f, rounding}, f);
      for (const Sort to : {Sort::floating(3, 3), Sort::floating(2, 2), Sort::floating(5, 8), Sort::floating(4, 2)})
        expect_exhaustively({Kind::FpToFp, to, f, rounding}, f);
      for (const std::uint32_t width : {1U, 3U, 8U}) {
        expect_exhaustively({Kind::FpToSbv, Sort::bv(width), f, rounding}, f);
        expect_exhaustively({Kind::FpToUbv, Sort::bv(width), f, rounding}, f);
        expect_exhaustively({Kind::FpFromSbv, f, Sort::bv(width), rounding}, f);
        expect_exhaustively({Kind::FpFromUbv, f, Sort::bv(width), rounding}, f);
      }
    }
    for (auto kind = static_cast<int>(Kind::FpIsNan); kind <= static_cast<int>(Kind::FpIsNegative); ++kind)
      expect_exhaustively({static_cast<Kind>(kind), Sort::boolean(), f}, f);
    expect_exhaustively({Kind::FpNeg, f, f}, f);
    expect_exhaustively({Kind::FpAbs, f, f}, f);
    expect_exhaustively({Kind::FpFromBits, f, Sort::bv(f.width())}, f);
    expect_exhaustively({Kind::FpToBits, Sort::bv(f.width()), f}, f);
  }
}

constexpr TheoryEliminationOptions stingy{.fuel = 1, .fuel_late = 1, .fuel_when_open = 1, .eager_pairs = 0};

TEST(ArrayElimination, LemmasOnDemandAgreeWithAllAtOnce) {
  // Wide and narrow indices, for the two ways equalities are handled.
  const RandomOptions options{
      .widths = {2, 8},
      .arrays = {Sort::array(Sort::bv(8), Sort::bv(2)), Sort::array(Sort::bv(2), Sort::boolean())},
      .division = false,
      .multiplication = false};
  int unsatisfiable = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Terms terms;
    RandomTerms random(terms, seed, options);
    for (int i = 0; i < 70; ++i) random.grow();
    const auto lazy = make_sat(terms, stingy);
    const auto eager = make_sat(terms);
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

TEST(ArrayElimination, LongChainsOfStores) {
  Terms t;
  const Term m = t.variable("m", Sort::array(Sort::bv(32), Sort::bv(8)));
  Term written = m;
  std::vector<Term> places;
  for (int i = 0; i < 300; ++i) {
    places.push_back(t.fresh("p", Sort::bv(32)));
    written = t.store(written, places.back(), t.bv(8, i % 256));
  }
  const Term q = t.variable("q", Sort::bv(32));
  const auto solver = make_sat(t, {.fuel = 16, .fuel_when_open = 32});
  solver->add(t.distinct(t.select(written, q), t.select(m, q)));
  for (const Term place : places) solver->add(t.bv_ult(place, t.bv(32, 1000)));
  ASSERT_TRUE(solver->check().sat());
  EXPECT_NE(solver->value(t.select(written, q)), solver->value(t.select(m, q)));
  solver->add(t.bv_ult(t.bv(32, 1000), q));
  EXPECT_TRUE(solver->check().unsat());
}

TEST(ArrayElimination, EqualArraysAreEqualEverywhere) {
  Terms t;
  const Sort sort = Sort::array(Sort::bv(32), Sort::bv(8));
  const Term a = t.variable("a", sort);
  const Term b = t.variable("b", sort);
  const Term i = t.variable("i", Sort::bv(32));
  const Term zeros = t.const_array(sort, t.bv(8, 0));
  const auto expect = [&](Answer answer, std::initializer_list<Term> formulas) {
    const auto solver = make_sat(t);
    for (const Term formula : formulas) solver->add(formula);
    ASSERT_EQ(solver->check().answer, answer);
    for (const Term formula : formulas)
      if (answer == Answer::Sat) EXPECT_TRUE(t.is_true(solver->value(formula)));
  };
  expect(Answer::Unsat, {t.eq(a, b), t.distinct(t.select(a, i), t.select(b, i))});
  expect(Answer::Sat, {t.distinct(a, b), t.eq(t.select(a, i), t.select(b, i))});
  expect(Answer::Unsat, {t.eq(a, zeros), t.eq(b, t.store(a, i, t.bv(8, 1))), t.eq(b, zeros)});
  expect(Answer::Sat,
         {t.eq(b, t.store(a, i, t.bv(8, 1))), t.distinct(a, b), t.eq(t.select(a, t.bv(32, 5)), t.bv(8, 7))});
  expect(Answer::Unsat, {t.eq(t.store(a, i, t.bv(8, 1)), t.store(b, i, t.bv(8, 1))),
                         t.distinct(t.select(a, t.bv_add(i, t.bv(32, 1))), t.select(b, t.bv_add(i, t.bv(32, 1))))});
  expect(Answer::Unsat, {t.eq(t.const_array(sort, t.bv(8, 1)), t.store(zeros, i, t.bv(8, 1)))});
}

TEST(SatSolver, IntegersAreRefused) {
  Terms t;
  const auto solver = make_sat(t);
  solver->push();
  solver->add(t.int_lt(t.variable("n", Sort::integer()), t.integer(3)));
  EXPECT_EQ(solver->check().reason, "sat: integers are not supported");
  solver->pop();
  EXPECT_TRUE(solver->check().sat());
}

} // namespace
} // namespace tandem::smt::bitblast
