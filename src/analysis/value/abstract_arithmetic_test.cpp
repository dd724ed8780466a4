// Property-based test of abstract arithmetic: for all numbers in the operands' ranges, the concrete result is in the
// abstract one.

#include "analysis/value/abstract_arithmetic.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem::analysis::value {
namespace {

using semantics::BvCompare;
using semantics::BvOp;

constexpr std::uint32_t width = 5;
constexpr std::uint64_t size = 1u << width;

std::int64_t with_sign(std::uint64_t bits, std::uint32_t w = width) {
  const std::uint64_t half = std::uint64_t{1} << (w - 1);
  return static_cast<std::int64_t>(bits) - (bits >= half ? static_cast<std::int64_t>(half) * 2 : 0);
}

bool has(const AbstractValue& value, std::uint64_t bits, std::uint32_t w = width) {
  return value.unsigned_low(w) <= bits && bits <= value.unsigned_high(w) && value.signed_low(w) <= with_sign(bits, w) &&
         with_sign(bits, w) <= value.signed_high(w);
}

std::vector<std::uint64_t> members(const AbstractValue& value) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t bits = 0; bits < size; ++bits)
    if (has(value, bits)) result.push_back(bits);
  return result;
}

std::optional<std::uint64_t> concrete(BvOp op, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = with_sign(a), y = with_sign(b);
  const auto cut = [](std::uint64_t value) { return value & (size - 1); };
  switch (op) {
  case BvOp::Add: return cut(a + b);
  case BvOp::Sub: return cut(a - b);
  case BvOp::Mul: return cut(a * b);
  case BvOp::UDiv: return b == 0 ? std::nullopt : std::optional(a / b);
  case BvOp::SDiv: return b == 0 ? std::nullopt : std::optional(cut(static_cast<std::uint64_t>(x / y)));
  case BvOp::URem: return b == 0 ? std::nullopt : std::optional(a % b);
  case BvOp::SRem: return b == 0 ? std::nullopt : std::optional(cut(static_cast<std::uint64_t>(x % y)));
  case BvOp::Shl: return b >= width ? std::nullopt : std::optional(cut(a << b));
  case BvOp::LShr: return b >= width ? std::nullopt : std::optional(a >> b);
  case BvOp::AShr: return b >= width ? std::nullopt : std::optional(cut(static_cast<std::uint64_t>(x >> b)));
  case BvOp::And: return a & b;
  case BvOp::Or: return a | b;
  case BvOp::Xor: return a ^ b;
  }
  return std::nullopt;
}

bool concrete(BvCompare op, std::uint64_t a, std::uint64_t b) {
  switch (op) {
  case BvCompare::Eq: return a == b;
  case BvCompare::ULt: return a < b;
  case BvCompare::ULe: return a <= b;
  case BvCompare::SLt: return with_sign(a) < with_sign(b);
  case BvCompare::SLe: return with_sign(a) <= with_sign(b);
  }
  return false;
}

class AbstractArithmetic : public testing::Test {
protected:
  // Arcs of the circle, and joins of two of them.
  AbstractValue any_value() {
    const auto arc = [&] {
      const auto low = static_cast<Int128>(random() % size);
      return AbstractValue::range(width, low, low + static_cast<Int128>(random() % (random() % 3 == 0 ? size : 6)));
    };
    return random() % 2 == 0 ? arc() : join(width, arc(), arc());
  }

  std::mt19937 random{42};
};

constexpr BvOp operations[] = {BvOp::Add, BvOp::Sub,  BvOp::Mul,  BvOp::UDiv, BvOp::SDiv, BvOp::URem, BvOp::SRem,
                               BvOp::Shl, BvOp::LShr, BvOp::AShr, BvOp::And,  BvOp::Or,   BvOp::Xor};

TEST_F(AbstractArithmetic, ResultsAreInTheRange) {
  for (int trial = 0; trial < 300; ++trial) {
    const AbstractValue a = any_value(), b = any_value();
    for (const BvOp op : operations) {
      const AbstractValue result = apply(op, width, a, b);
      for (const std::uint64_t x : members(a))
        for (const std::uint64_t y : members(b))
          if (const auto value = concrete(op, x, y))
            ASSERT_TRUE(has(result, *value)) << static_cast<int>(op) << ": " << x << ", " << y << " not in "
                                             << result.text() << " of " << a.text() << " and " << b.text();
    }
  }
}

TEST_F(AbstractArithmetic, ConstantsAreExact) {
  for (std::uint64_t x = 0; x < size; ++x)
    for (std::uint64_t y = 0; y < size; ++y)
      for (const BvOp op : operations)
        if (const auto value = concrete(op, x, y)) {
          const AbstractValue result =
              apply(op, width, AbstractValue::constant(width, x), AbstractValue::constant(width, y));
          ASSERT_TRUE(result.is_constant());
          ASSERT_EQ(result.bits(), *value) << static_cast<int>(op) << ": " << x << ", " << y;
        }
}

TEST_F(AbstractArithmetic, ComparisonsAreSound) {
  for (int trial = 0; trial < 500; ++trial) {
    const AbstractValue a = any_value(), b = any_value();
    for (const BvCompare op : {BvCompare::Eq, BvCompare::ULt, BvCompare::ULe, BvCompare::SLt, BvCompare::SLe}) {
      const AbstractValue result = compare(op, width, a, b);
      if (!result.is_constant()) continue;
      for (const std::uint64_t x : members(a))
        for (const std::uint64_t y : members(b)) ASSERT_EQ(result.bits() != 0, concrete(op, x, y));
    }
  }
}

TEST_F(AbstractArithmetic, WidthsChangeSoundly) {
  for (int trial = 0; trial < 500; ++trial) {
    const AbstractValue a = any_value();
    for (const std::uint64_t x : members(a)) {
      ASSERT_TRUE(has(zero_extend(width, 9, a), x, 9));
      ASSERT_TRUE(has(sign_extend(width, 9, a), static_cast<std::uint64_t>(with_sign(x)) & 0x1FF, 9));
      for (std::uint32_t low = 0; low < width; ++low)
        for (std::uint32_t count = 1; low + count <= width; ++count)
          ASSERT_TRUE(has(extract(width, low, count, a), x >> low & ((1u << count) - 1), count));
      ASSERT_TRUE(has(bit_not(width, a), ~x & (size - 1)));
      ASSERT_TRUE(has(negate(width, a), -x & (size - 1)));
      ASSERT_TRUE(has(concat(width, a, 3, AbstractValue::constant(3, 5)), x << 3 | 5, width + 3));
    }
  }
}

TEST_F(AbstractArithmetic, BoundsOfOrder) {
  for (int trial = 0; trial < 2000; ++trial) {
    const AbstractValue a = any_value(), b = any_value();
    const AbstractValue both = join(width, a, b), wide = widen(width, a, b, {-3, 0, 7});
    const auto common = meet(width, a, b);
    ASSERT_TRUE(includes(width, both, a) && includes(width, both, b) && includes(width, wide, both));
    for (const std::uint64_t x : members(a)) {
      ASSERT_TRUE(has(both, x));
      if (has(b, x)) ASSERT_TRUE(common && has(*common, x));
      const std::uint64_t gone = b.unsigned_low(width);
      const auto rest = without(width, a, AbstractValue::constant(width, gone));
      if (x != gone) ASSERT_TRUE(rest && has(*rest, x));
    }
    if (includes(width, a, b))
      for (const std::uint64_t x : members(b)) ASSERT_TRUE(has(a, x));
  }
}

TEST_F(AbstractArithmetic, WideValues) {
  const AbstractValue low = AbstractValue::constant(64, std::uint64_t{1} << 63);
  EXPECT_EQ(low.signed_low(64), INT64_MIN);
  EXPECT_EQ(apply(BvOp::Mul, 64, low, low).bits(), 0u);
  EXPECT_EQ(apply(BvOp::Sub, 64, low, AbstractValue::constant(64, 1)).bits(), INT64_MAX);
  EXPECT_TRUE(apply(BvOp::Add, 128, low, low).is_any());
  EXPECT_TRUE(apply(BvOp::Add, 64, AbstractValue(), low).is_any());
}

} // namespace
} // namespace tandem::analysis::value
