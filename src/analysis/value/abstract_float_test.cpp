// Property-based test of abstract floats: for all numbers in the operands' ranges, the concrete result is in the
// abstract one.

#include "analysis/value/abstract_float.h"

#include "semantics/core/float_bits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tandem::analysis::value {
namespace {

using semantics::FloatCompare;
using semantics::FloatOp;
using semantics::Signedness;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint32_t width_of(FloatKind kind) { return kind == FloatKind::Float ? 32 : 64; }

bool has(FloatKind kind, const AbstractValue& set, double value) {
  const auto bits = static_cast<std::uint64_t>(semantics::float_to_bits(kind, value));
  return includes(width_of(kind), set, AbstractValue::constant(width_of(kind), bits));
}

double in_format(FloatKind kind, double value) { return kind == FloatKind::Float ? static_cast<float>(value) : value; }

double concrete(FloatOp op, FloatKind kind, double a, double b) {
  // The result of + - * / in double, rounded to float, is that of float: 53 >= 2 * 24 + 2.
  switch (op) {
  case FloatOp::Add: return in_format(kind, a + b);
  case FloatOp::Sub: return in_format(kind, a - b);
  case FloatOp::Mul: return in_format(kind, a * b);
  case FloatOp::Div: return in_format(kind, a / b);
  }
  unreachable();
}

bool concrete(FloatCompare op, double a, double b) {
  switch (op) {
  case FloatCompare::Eq: return a == b;
  case FloatCompare::Lt: return a < b;
  case FloatCompare::Le: return a <= b;
  }
  unreachable();
}

class Numbers {
public:
  double any(FloatKind kind) {
    static const double special[] = {0.0,      -0.0,      1.0,    -1.0,   0.5,     3.0,    1e-45, -1e-45, 5e-324,
                                     infinity, -infinity, 1.0e38, 3.4e38, 1.7e308, -1e308, 0.1,   10.0,   -7.25};
    switch (random_() % 3) {
    case 0: return in_format(kind, special[random_() % std::size(special)]);
    case 1: return in_format(kind, std::uniform_real_distribution<double>(-8, 8)(random_));
    default:
      return in_format(kind, std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random_),
                                        static_cast<int>(random_() % 300) - 150));
    }
  }

  AbstractValue range(FloatKind kind) {
    if (random_() % 12 == 0) return {};
    const double a = any(kind), b = random_() % 4 == 0 ? a : any(kind);
    return join(width_of(kind), float_constant(kind, a), float_constant(kind, b));
  }

  std::vector<double> members(FloatKind kind, const AbstractValue& set) {
    std::vector<double> result;
    if (set.is_any()) result.push_back(std::numeric_limits<double>::quiet_NaN());
    for (int i = 0; i < 24; ++i)
      if (const double value = any(kind); has(kind, set, value)) result.push_back(value);
    if (set.is_float()) {
      result.push_back(static_cast<double>(float_low(kind, set)));
      result.push_back(static_cast<double>(float_high(kind, set)));
    }
    return result;
  }

private:
  std::mt19937 random_{7};
};

class AbstractFloat : public testing::TestWithParam<FloatKind> {};

TEST_P(AbstractFloat, OperationsContainEveryResult) {
  const FloatKind kind = GetParam();
  Numbers numbers;
  for (int i = 0; i < 4000; ++i) {
    const AbstractValue a = numbers.range(kind), b = numbers.range(kind);
    const std::vector<double> xs = numbers.members(kind, a), ys = numbers.members(kind, b);
    for (const FloatOp op : {FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div}) {
      const AbstractValue result = float_binary(op, kind, a, b);
      for (const double x : xs)
        for (const double y : ys)
          ASSERT_TRUE(result.is_any() || has(kind, result, concrete(op, kind, x, y)))
              << a.text() << " " << static_cast<int>(op) << " " << b.text() << " with " << x << ", " << y;
    }
    for (const FloatCompare op : {FloatCompare::Eq, FloatCompare::Lt, FloatCompare::Le}) {
      const AbstractValue result = float_compare(op, kind, a, b);
      if (result.is_any()) continue;
      for (const double x : xs)
        for (const double y : ys) ASSERT_EQ(result.bits() != 0, concrete(op, x, y)) << x << ", " << y;
    }
  }
}

TEST_P(AbstractFloat, RelatedFloatsContainEveryNumberThatPassesTheComparison) {
  const FloatKind kind = GetParam();
  Numbers numbers;
  for (int i = 0; i < 4000; ++i) {
    const AbstractValue limit = numbers.range(kind);
    const std::vector<double> ys = numbers.members(kind, limit), xs = numbers.members(kind, {});
    const auto check = [&](FloatRelation relation, auto holds) {
      const auto refined = float_related(relation, kind, limit);
      for (const double x : xs)
        for (const double y : ys)
          if (holds(x, y)) ASSERT_TRUE(refined && has(kind, *refined, x)) << x << ", " << y;
    };
    check(FloatRelation::Equal, [](double x, double y) { return x == y; });
    check(FloatRelation::Less, [](double x, double y) { return x < y; });
    check(FloatRelation::LessOrEqual, [](double x, double y) { return x <= y; });
    check(FloatRelation::Greater, [](double x, double y) { return x > y; });
    check(FloatRelation::GreaterOrEqual, [](double x, double y) { return x >= y; });
  }
}

TEST_P(AbstractFloat, ConversionsContainEveryResult) {
  const FloatKind kind = GetParam();
  const FloatKind other = kind == FloatKind::Float ? FloatKind::Double : FloatKind::Float;
  Numbers numbers;
  for (int i = 0; i < 4000; ++i) {
    const AbstractValue a = numbers.range(kind);
    for (const double x : numbers.members(kind, a)) {
      if (std::isnan(x)) continue;
      EXPECT_TRUE(has(other, float_convert(kind, other, a), in_format(other, x))) << x;
      EXPECT_TRUE(has(kind, float_negate(kind, a), -x)) << x;
      const AbstractValue integer = integer_from_float(32, Signedness::Signed, kind, a);
      if (integer.is_any()) continue;
      ASSERT_LT(std::abs(x), 2147483649.0);
      EXPECT_TRUE(includes(32, integer, AbstractValue::range(32, static_cast<Int128>(x), static_cast<Int128>(x)))) << x;
    }
  }
}

TEST_P(AbstractFloat, WideningContainsBoth) {
  const FloatKind kind = GetParam();
  Numbers numbers;
  for (int i = 0; i < 4000; ++i) {
    const AbstractValue a = numbers.range(kind), b = numbers.range(kind);
    const AbstractValue wide = widen(width_of(kind), a, b, {});
    EXPECT_TRUE(includes(width_of(kind), wide, a) && includes(width_of(kind), wide, b)) << a.text() << b.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, AbstractFloat, testing::Values(FloatKind::Float, FloatKind::Double));

TEST(AbstractFloatBounds, AreThoseOfTheFormat) {
  const FloatKind kind = FloatKind::Double;
  const AbstractValue x = join(64, float_constant(kind, 1), float_constant(kind, 3));
  const AbstractValue half = float_binary(FloatOp::Div, kind, x, float_constant(kind, 2));
  EXPECT_EQ(float_low(kind, half), 0.5L);
  EXPECT_EQ(float_high(kind, half), 1.5L);
  const AbstractValue tenth = float_binary(FloatOp::Div, FloatKind::Float, float_constant(FloatKind::Float, 1),
                                           float_constant(FloatKind::Float, 10));
  EXPECT_EQ(float_low(FloatKind::Float, tenth), static_cast<long double>(0.1f));
}

TEST(AbstractFloatBounds, WhatMayBeNaNIsAny) {
  const FloatKind kind = FloatKind::Double;
  const AbstractValue around_zero = join(64, float_constant(kind, -1), float_constant(kind, 1));
  EXPECT_TRUE(float_binary(FloatOp::Div, kind, around_zero, around_zero).is_any());
  EXPECT_TRUE(float_constant(kind, std::numeric_limits<long double>::quiet_NaN()).is_any());
  const AbstractValue infinite = float_constant(kind, std::numeric_limits<long double>::infinity());
  EXPECT_TRUE(float_binary(FloatOp::Sub, kind, infinite, infinite).is_any());
  EXPECT_TRUE(float_constant(FloatKind::LongDouble, 1).is_any());
}

} // namespace
} // namespace tandem::analysis::value
