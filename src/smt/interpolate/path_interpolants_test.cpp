#include "smt/interpolate/path_interpolants.h"

#include "smt/backends/backends.h"
#include "smt/term/traverse.h"

#include <gtest/gtest.h>

namespace tandem::smt::interpolate {
namespace {

class PathInterpolants : public testing::Test {
protected:
  Term number(std::uint64_t value) { return terms.bv(8, value); }

  bool implies(Term a, Term b) {
    const auto solver = backends::make_solver("sat", terms);
    solver->add(a);
    solver->add(terms.not_(b));
    return solver->check().unsat();
  }

  // Each step leads from its interpolant to the next one, and the last step is infeasible.
  bool holds(const std::vector<PathStep>& path, const std::vector<Term>& found) {
    if (found.size() + 1 != path.size()) return false;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const Term before = i == 0 ? terms.true_() : found[i - 1];
      Term after = terms.false_();
      if (i < found.size()) {
        Substitution next(terms);
        for (const auto& [symbol, value] : path[i].next) next.replace(symbol, value);
        after = next(found[i]);
      }
      if (!implies(terms.and_(before, path[i].condition), after)) return false;
    }
    return true;
  }

  std::optional<std::vector<Term>> interpolate(const std::vector<PathStep>& path) {
    return path_interpolants(terms, path, std::chrono::milliseconds(20'000),
                             [&](const std::vector<Term>& found) { return holds(path, found); });
  }

  Terms terms;
  const Term x = terms.variable("x", Sort::bv(8));
  const Term y = terms.variable("y", Sort::bv(8));
  const Term input = terms.variable("input", Sort::bv(8));
};

TEST_F(PathInterpolants, RelateInputsThatLaterStepsNeed) {
  // a <= b; then an input strictly between b and a, which is impossible.
  const Term z = terms.variable("z", Sort::bv(32)), w = terms.variable("w", Sort::bv(32));
  const Term a = terms.variable("a", Sort::bv(32)), b = terms.variable("b", Sort::bv(32));
  const std::vector<PathStep> path{
      {terms.bv_sle(a, b), {{z, a}, {w, b}}},
      {terms.true_(), {{z, z}, {w, w}}},
      {terms.and_(terms.bv_slt(w, a), terms.bv_slt(a, z)), {}},
  };
  const auto found = interpolate(path);
  ASSERT_TRUE(found);
  EXPECT_TRUE(holds(path, *found));
  EXPECT_TRUE(implies(found->front(), terms.bv_sle(z, w)));
}

TEST_F(PathInterpolants, AreFoundOverBitsWhereIntegersDoNotHelp) {
  // As integers, 255 + 1 is not 0.
  const std::vector<PathStep> path{
      {terms.eq(terms.bv_and(input, number(1)), number(0)), {{x, terms.bv_add(input, number(255))}}},
      {terms.eq(terms.bv_and(x, number(1)), number(0)), {}},
  };
  const auto found = interpolate(path);
  ASSERT_TRUE(found);
  EXPECT_TRUE(holds(path, *found));
}

TEST_F(PathInterpolants, AreNoneWhereThePathCanBeTaken) {
  const std::vector<PathStep> path{{terms.true_(), {{x, input}}}, {terms.eq(x, number(7)), {}}};
  EXPECT_FALSE(interpolate(path));
}

TEST_F(PathInterpolants, EndAtTheLimitOfCpuTime) {
  // That 4294967291 is no product of two numbers of 16 bits but 1 takes much longer.
  const Term a = terms.variable("a", Sort::bv(16)), b = terms.variable("b", Sort::bv(16));
  const Term z = terms.variable("z", Sort::bv(32)), one = terms.bv(16, 1);
  const std::vector<PathStep> path{
      {terms.and_(terms.bv_ult(one, a), terms.bv_ult(one, b)),
       {{z, terms.bv_mul(terms.bv_zero_extend(a, 32), terms.bv_zero_extend(b, 32))}}},
      {terms.eq(z, terms.bv(32, 4294967291U)), {}},
  };
  const auto trust_all = [](const std::vector<Term>&) { return true; };
  EXPECT_FALSE(path_interpolants(terms, path, std::chrono::milliseconds(100), trust_all));
}

TEST_F(PathInterpolants, AreNotTrustedUnchecked) {
  // As integers x + 1 > x, as bits not always.
  const Term more = terms.bv_add(x, number(1));
  const std::vector<PathStep> path{{terms.true_(), {{x, input}}}, {terms.bv_sle(more, x), {}}};
  EXPECT_FALSE(interpolate(path));
}

TEST_F(PathInterpolants, TreatUntranslatableTermsAsArbitrary) {
  const Term array = terms.variable("array", Sort::array(Sort::bv(8), Sort::bv(8)));
  const std::vector<PathStep> path{
      {terms.bv_slt(terms.select(array, input), input), {{x, input}, {y, terms.select(array, input)}}},
      {terms.bv_slt(x, y), {}},
  };
  const auto found = interpolate(path);
  ASSERT_TRUE(found);
  EXPECT_TRUE(holds(path, *found));
}

} // namespace
} // namespace tandem::smt::interpolate
