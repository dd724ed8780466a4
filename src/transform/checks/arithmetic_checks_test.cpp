#include "transform/checks/arithmetic_checks.h"

#include "base/core/require.h"
#include "program/model/type.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tandem::transform::checks {
namespace {

using Values = std::array<Int128, 2>; // of the two variables

Int128 wrapped(Int128 value, const Type& type) {
  const UInt128 all = ~UInt128{0} >> (128 - type.width());
  const UInt128 bits = static_cast<UInt128>(value) & all;
  const bool is_negative = type.is_signed() && (bits >> (type.width() - 1) & 1) != 0;
  return static_cast<Int128>(is_negative ? bits | ~all : bits);
}

// The operators that conditions are made of.
Int128 evaluate(const Expr& expr, const Values& values) {
  const auto operand = [&](std::size_t i) { return evaluate(expr.operand(i), values); };
  switch (expr.kind()) {
  case ExprKind::Integer: return expr.value();
  case ExprKind::Variable: return values[expr.variable().name == "x" ? 0 : 1];
  case ExprKind::Cast: return wrapped(operand(0), expr.type());
  case ExprKind::Conditional: return operand(0) != 0 ? operand(1) : operand(2);
  case ExprKind::Unary:
    return expr.unary_op() == UnaryOp::LogicalNot ? operand(0) == 0 : wrapped(-operand(0), expr.type());
  default: require(expr.kind() == ExprKind::Binary, "an expression that is not known here");
  }
  const BinaryOp op = expr.binary_op();
  if (op == BinaryOp::LogicalAnd) return operand(0) != 0 && operand(1) != 0;
  if (op == BinaryOp::LogicalOr) return operand(0) != 0 || operand(1) != 0;
  const Int128 a = operand(0), b = operand(1);
  switch (op) {
  case BinaryOp::Add: return wrapped(a + b, expr.type());
  case BinaryOp::Sub: return wrapped(a - b, expr.type());
  case BinaryOp::Mul: return wrapped(a * b, expr.type());
  case BinaryOp::Div: require(b != 0, "a condition divides by zero"); return wrapped(a / b, expr.type());
  case BinaryOp::Shr:
    require(b >= 0 && b < expr.type().width(), "a condition shifts too far");
    return a >> static_cast<int>(b);
  case BinaryOp::Eq: return a == b;
  case BinaryOp::Ne: return a != b;
  case BinaryOp::Lt: return a < b;
  case BinaryOp::Le: return a <= b;
  case BinaryOp::Gt: return a > b;
  case BinaryOp::Ge: return a >= b;
  default: require(false, "an operator that is not known here");
  }
  return 0;
}

class ArithmeticChecksTest : public testing::Test {
protected:
  explicit ArithmeticChecksTest() = default;

  const Expr& variable(const std::string& name, const Type& type) {
    return context.variable(context.add_variable({.name = name, .type = &type}));
  }

  // Whether all checks of the expression hold for these values.
  bool hold(const Expr& expr, const std::vector<CheckKind>& kinds, const Values& values) {
    const Expr* const root = &expr;
    ArithmeticChecks checks(context, kinds);
    const std::vector<ExprCheck> found = checks.of({.kind = OpKind::Assume, .value = root});
    return std::ranges::all_of(found, [&](const ExprCheck& check) { return evaluate(*check.condition, values) != 0; });
  }

  static std::vector<Int128> interesting(const Type& type) {
    const Range all = *range_of(type);
    std::vector<Int128> result{all.low,          all.low + 1,  all.low / 2, all.high / 2,
                               all.high / 2 + 1, all.high - 1, all.high};
    for (const Int128 small : {-3, -2, -1, 0, 1, 2, 3, 7, 46340, 46341})
      if (small >= all.low) result.push_back(small);
    return result;
  }

  Context context{DataModel::LP64};
  TypeTable& types = context.types();
};

// Against the mathematical result, for values around the bounds; operands are variables or constants.
TEST_F(ArithmeticChecksTest, OverflowIsWhatDoesNotFitTheType) {
  for (const IntegerKind kind : {IntegerKind::Int, IntegerKind::UInt, IntegerKind::Long, IntegerKind::ULong}) {
    const Type& type = types.integer(kind);
    const std::vector<CheckKind> wanted{type.is_signed() ? CheckKind::Overflow : CheckKind::UnsignedOverflow};
    const Range all = *range_of(type);
    const Expr &x = variable("x", type), &y = variable("y", type);
    for (const BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul})
      for (const Int128 a : interesting(type))
        for (const Int128 b : interesting(type)) {
          Int128 exact = op == BinaryOp::Add ? a + b : a - b;
          const bool is_huge = op == BinaryOp::Mul && __builtin_mul_overflow(a, b, &exact);
          const bool fits = !is_huge && exact >= all.low && exact <= all.high;
          const Expr &first = context.integer(type, static_cast<UInt128>(a)),
                     &second = context.integer(type, static_cast<UInt128>(b));
          for (const auto& [left, right] : {std::pair(&x, &y), std::pair(&first, &y), std::pair(&x, &second)})
            EXPECT_EQ(hold(context.binary(op, *left, *right), wanted, {a, b}), fits)
                << static_cast<int>(kind) << " " << static_cast<int>(op) << " " << static_cast<long long>(a) << " "
                << static_cast<long long>(b);
        }
  }
}

TEST_F(ArithmeticChecksTest, WithoutAWiderTypeProductsAreDividedAgain) {
  Context narrow{DataModel::ILP32};
  const Type& type = narrow.types().integer(IntegerKind::LongLong);
  const Expr &x = narrow.variable(narrow.add_variable({.name = "x", .type = &type})),
             &y = narrow.variable(narrow.add_variable({.name = "y", .type = &type}));
  const Expr* const product = &narrow.binary(BinaryOp::Mul, x, y);
  const Range all = *range_of(type);
  for (const Int128 a : interesting(type))
    for (const Int128 b : interesting(type)) {
      ArithmeticChecks checks(narrow, {CheckKind::Overflow});
      const std::vector<ExprCheck> found = checks.of({.kind = OpKind::Assume, .value = product});
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(evaluate(*found[0].condition, {a, b}) != 0, a * b >= all.low && a * b <= all.high);
    }
}

TEST_F(ArithmeticChecksTest, DivisionsAndShifts) {
  const Type& type = types.int_type();
  const Expr &x = variable("x", type), &y = variable("y", type);
  const Int128 lowest = range_of(type)->low;
  const Expr& quotient = context.binary(BinaryOp::Div, x, y);
  EXPECT_FALSE(hold(quotient, {CheckKind::Div}, {1, 0}));
  EXPECT_TRUE(hold(quotient, {CheckKind::Div}, {1, 2}));
  EXPECT_FALSE(hold(quotient, {CheckKind::Overflow}, {lowest, -1}));
  EXPECT_TRUE(hold(quotient, {CheckKind::Overflow}, {lowest, 1}));
  const Expr& shifted = context.binary(BinaryOp::Shl, x, y);
  for (const Int128 by : {-1, 32}) EXPECT_FALSE(hold(shifted, {CheckKind::Shift}, {1, by}));
  EXPECT_FALSE(hold(shifted, {CheckKind::Shift}, {-1, 1}));
  EXPECT_FALSE(hold(shifted, {CheckKind::Shift}, {1, 31}));
  EXPECT_TRUE(hold(shifted, {CheckKind::Shift}, {1, 30}));
  EXPECT_TRUE(hold(context.binary(BinaryOp::Shr, x, y), {CheckKind::Shift}, {-1, 31}));
}

TEST_F(ArithmeticChecksTest, WhatIsNotEvaluatedIsNotChecked) {
  const Type& type = types.int_type();
  const Expr &x = variable("x", type), &y = variable("y", type);
  const Expr& quotient = context.binary(BinaryOp::Div, x, y);
  const Expr& guarded = context.binary(BinaryOp::LogicalAnd, y, quotient);
  EXPECT_TRUE(hold(guarded, {CheckKind::Div}, {1, 0}));
  EXPECT_TRUE(hold(context.conditional(y, quotient, x), {CheckKind::Div}, {1, 0}));
  EXPECT_FALSE(hold(context.binary(BinaryOp::LogicalOr, y, quotient), {CheckKind::Div}, {1, 0}));
}

TEST_F(ArithmeticChecksTest, TypesAndConstantsNeedNoCheck) {
  const Expr& small = context.cast(types.int_type(), variable("x", types.integer(IntegerKind::Short)));
  const Expr* const sum = &context.binary(BinaryOp::Add, small, context.integer(types.int_type(), 70000));
  const Expr* const product = &context.binary(BinaryOp::Mul, small, context.integer(types.int_type(), 70000));
  ArithmeticChecks checks(context, {CheckKind::Overflow});
  EXPECT_TRUE(checks.of({.kind = OpKind::Assume, .value = sum}).empty());
  const std::vector<ExprCheck> found = checks.of({.kind = OpKind::Assume, .value = product});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].target.text, "`x * 70000` fits int");
}

} // namespace
} // namespace tandem::transform::checks
