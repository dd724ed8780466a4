#include "smt/term/term_table.h"

#include <gtest/gtest.h>

namespace tandem::smt {
namespace {

TEST(TermTable, KeepsValuesOfTermsFarApart) {
  Terms terms;
  std::vector<Term> made;
  for (std::uint64_t i = 0; i < 3000; ++i) made.push_back(terms.bv(64, i));
  TermTable<std::uint32_t> table;
  EXPECT_EQ(table[made[0]], 0u);
  for (std::size_t i = 0; i < made.size(); i += 700) table.set(made[i], static_cast<std::uint32_t>(i) + 1);
  for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(table[made[i]], i % 700 == 0 ? i + 1 : 0) << i;
  table.set(made[700], 5);
  EXPECT_EQ(table[made[700]], 5u);
}

} // namespace
} // namespace tandem::smt
