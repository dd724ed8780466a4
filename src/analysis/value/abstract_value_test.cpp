#include "analysis/value/abstract_value.h"

#include <gtest/gtest.h>

#include <set>

namespace tandem::analysis::value {
namespace {

constexpr std::uint32_t width = 3;

// All values of three bits in both intervals, as unsigned numbers.
std::set<int> common(int low, int high, int unsigned_low, int unsigned_high) {
  std::set<int> result;
  for (int bits = 0; bits < 8; ++bits) {
    const int value = bits < 4 ? bits : bits - 8;
    if (low <= value && value <= high && unsigned_low <= bits && bits <= unsigned_high) result.insert(bits);
  }
  return result;
}

// No pair of intervals without a common value remains: computing with such a pair would give contradicting readings.
TEST(AbstractValue, BothReadingsAreAsTightAsPossible) {
  for (int low = -4; low <= 3; ++low)
    for (int high = low; high <= 3; ++high)
      for (int unsigned_low = 0; unsigned_low <= 7; ++unsigned_low)
        for (int unsigned_high = unsigned_low; unsigned_high <= 7; ++unsigned_high) {
          const std::set<int> values = common(low, high, unsigned_low, unsigned_high);
          const auto found = reduced(width, low, high, unsigned_low, unsigned_high);
          ASSERT_EQ(found.has_value(), !values.empty());
          if (!found) continue;
          EXPECT_EQ(found->unsigned_low(width), static_cast<std::uint64_t>(*values.begin()));
          EXPECT_EQ(found->unsigned_high(width), static_cast<std::uint64_t>(*values.rbegin()));
          std::set<int> with_sign;
          for (const int bits : values) with_sign.insert(bits < 4 ? bits : bits - 8);
          EXPECT_EQ(found->signed_low(width), *with_sign.begin());
          EXPECT_EQ(found->signed_high(width), *with_sign.rbegin());
        }
}

} // namespace
} // namespace tandem::analysis::value
