#include "analysis/abstraction/implicant.h"

#include "smt/term/evaluate.h"

#include <gtest/gtest.h>
#include <set>

namespace tandem::analysis::abstraction {
namespace {

using smt::Sort;
using smt::Term;
using smt::Terms;

TEST(Implicant, TakesOnePathThroughTheFormula) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bv(8)), y = terms.variable("y", Sort::bv(8));
  const Term c = terms.variable("c", Sort::boolean());
  const auto number = [&](std::uint64_t value) { return terms.bv(8, value); };
  // (c ? x : y) < 5 and (x = 9 or y = 3)
  const Term formula = terms.and_(terms.bv_ult(terms.ite(c, x, y), number(5)),
                                  terms.or_(terms.eq(x, number(9)), terms.eq(y, number(3))));
  const smt::Assignment model{{c, terms.false_()}, {x, number(7)}, {y, number(3)}};
  Implicant way(terms, [&](Term term) { return smt::evaluate(terms, term, model); });
  way.add(formula);
  const std::vector<Term> expected{terms.not_(c), terms.bv_ult(y, number(5)), terms.eq(y, number(3))};
  EXPECT_EQ(way.literals(), expected);
}

TEST(Implicant, AtomsAreFoundBelowAllConnectives) {
  Terms terms;
  const Term a = terms.variable("a", Sort::boolean()), b = terms.variable("b", Sort::boolean());
  const Term less = terms.bv_ult(terms.variable("x", Sort::bv(8)), terms.bv(8, 3));
  const std::vector<Term> found = atoms(terms, terms.ite(a, terms.not_(less), terms.eq(b, less)));
  EXPECT_EQ(std::set<Term>(found.begin(), found.end()), (std::set<Term>{a, b, less}));
}

} // namespace
} // namespace tandem::analysis::abstraction
