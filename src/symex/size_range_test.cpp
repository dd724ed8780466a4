#include "symex/size_range.h"

#include <gtest/gtest.h>

namespace tandem::symex {
namespace {

TEST(SizeRange, IsThatOfChoicesAmongConstants) {
  smt::Terms terms;
  const auto number = [&](std::uint64_t value) { return terms.bv(64, value); };
  const smt::Term a = terms.variable("a", smt::Sort::boolean()), b = terms.variable("b", smt::Sort::boolean());
  const smt::Term any = terms.variable("n", smt::Sort::bv(64));
  const smt::Term choice = terms.ite(a, number(8), terms.ite(b, number(3), number(16)));
  const auto range = size_range(terms, terms.bv_add(terms.bv_mul(choice, terms.ite(b, number(2), number(4))), choice));
  ASSERT_TRUE(range);
  EXPECT_LE(range->least, 9u);
  EXPECT_GE(range->largest, 80u);
  EXPECT_FALSE(size_range(terms, any));
  EXPECT_FALSE(size_range(terms, terms.ite(a, number(8), any)));
  EXPECT_FALSE(size_range(terms, terms.bv_sub(choice, number(9)))) << "it may wrap around";
  EXPECT_FALSE(size_range(terms, terms.ite(a, number(1), number(std::uint64_t{1} << 40))));
}

} // namespace
} // namespace tandem::symex
