#include "analysis/invariants/affine.h"

#include <gtest/gtest.h>

namespace tandem::analysis::invariants {
namespace {

bool satisfies(const AffineRelation& relation, const std::vector<Int128>& row) {
  Int128 sum = relation.constant;
  for (std::size_t i = 0; i < row.size(); ++i) sum += relation.coefficients[i] * row[i];
  return sum == 0;
}

TEST(Affine, FindsALineWithFractions) {
  // 3 x = 2 y + 1
  const auto relations = affine_relations({{1, 1}, {3, 4}, {5, 7}, {-1, -2}}, 2);
  ASSERT_EQ(relations.size(), 1u);
  EXPECT_TRUE(satisfies(relations[0], {7, 10}));
  EXPECT_FALSE(satisfies(relations[0], {7, 11}));
}

TEST(Affine, FindsAllOfSeveral) {
  std::vector<std::vector<Int128>> rows;
  for (int i = 0; i < 20; ++i) rows.push_back({i, 2 * i, 3 * i + 4, i * i, 7});
  const auto relations = affine_relations(rows, 5);
  ASSERT_EQ(relations.size(), 3u); // all but the square, which no linear relation expresses
  for (const auto& relation : relations) {
    EXPECT_EQ(relation.coefficients[3], 0);
    EXPECT_TRUE(satisfies(relation, {100, 200, 304, 5, 7}));
  }
}

TEST(Affine, FindsNothingInGeneralPosition) { EXPECT_TRUE(affine_relations({{0, 0}, {1, 0}, {0, 1}}, 2).empty()); }

TEST(Affine, LeavesOutLargeCoefficients) { EXPECT_TRUE(affine_relations({{0, 0}, {1, 1'000'003}}, 2).empty()); }

} // namespace
} // namespace tandem::analysis::invariants
