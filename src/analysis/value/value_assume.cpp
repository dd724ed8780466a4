// Backward evaluation of a condition that holds: the ranges of the lvalues in it shrink (the HC4 algorithm of interval
// constraint propagation, Benhamou et al., ICLP 1999, in one pass). It descends through comparisons, conversions, sums
// and negations; other operations are left alone, which is sound.

#include "analysis/value/value_domain.h"

#include <algorithm>
#include <limits>

namespace tandem::analysis::value {

using semantics::BvOp;

namespace {

bool is_followed(const Type& type) { return (type.is_integer() || type.is_pointer()) && type.width() <= 64; }

bool is_followed_float(const Type& type) { return type.is_float() && type.float_kind() != FloatKind::LongDouble; }

bool is_bit_field(const Expr& lvalue) {
  return lvalue.kind() == ExprKind::Field && lvalue.operand(0).type().fields()[lvalue.field_index()].is_bit_field();
}

BinaryOp opposite(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq: return BinaryOp::Ne;
  case BinaryOp::Ne: return BinaryOp::Eq;
  case BinaryOp::Lt: return BinaryOp::Ge;
  case BinaryOp::Le: return BinaryOp::Gt;
  case BinaryOp::Gt: return BinaryOp::Le;
  default: return BinaryOp::Lt;
  }
}

// The x for which x < y (or x <= y) holds for some y in the range, and vice versa.
std::optional<AbstractValue> below(const Type& type, const AbstractValue& limit, Int128 distance) {
  const std::uint32_t width = type.width();
  const Int128 high =
      (type.is_signed() ? Int128{limit.signed_high(width)} : Int128{limit.unsigned_high(width)}) - distance;
  const Int128 low = type.is_signed() ? Int128{AbstractValue().signed_low(width)} : Int128{0};
  if (high < low) return std::nullopt;
  return AbstractValue::range(width, low, high);
}

std::optional<AbstractValue> above(const Type& type, const AbstractValue& limit, Int128 distance) {
  const std::uint32_t width = type.width();
  const Int128 low =
      (type.is_signed() ? Int128{limit.signed_low(width)} : Int128{limit.unsigned_low(width)}) + distance;
  const Int128 high =
      type.is_signed() ? Int128{AbstractValue().signed_high(width)} : Int128{AbstractValue().unsigned_high(width)};
  if (high < low) return std::nullopt;
  return AbstractValue::range(width, low, high);
}

} // namespace

ValueDomain::Feasible ValueDomain::refine_condition(AbstractState& state, reach::StackId stack, const Expr& condition,
                                                    bool truth) {
  if (condition.kind() == ExprKind::Unary && condition.unary_op() == UnaryOp::LogicalNot)
    return refine_condition(state, stack, condition.operand(0), !truth);
  if (condition.kind() == ExprKind::Binary && is_comparison(condition.binary_op()))
    return refine_comparison(state, stack, condition, truth);
  if (condition.kind() == ExprKind::Binary && is_logical(condition.binary_op()))
    return refine_both(state, stack, condition, truth);
  if (!is_followed(condition.type())) return Feasible::Yes;
  const std::uint32_t width = condition.type().width();
  const AbstractValue zero = AbstractValue::constant(width, 0);
  if (!truth) return refine(state, stack, condition, zero);
  const auto nonzero = without(width, in(state, stack).value(condition), zero);
  return nonzero ? refine(state, stack, condition, *nonzero) : Feasible::No;
}

ValueDomain::Feasible ValueDomain::refine_both(AbstractState& state, reach::StackId stack, const Expr& logical,
                                               bool truth) {
  const Expr &left = logical.operand(0), &right = logical.operand(1);
  const bool wanted = logical.binary_op() == BinaryOp::LogicalAnd; // both sides have this value if the whole has
  if (truth == wanted) {
    if (refine_condition(state, stack, left, truth) == Feasible::No) return Feasible::No;
    return refine_condition(state, stack, right, truth);
  }
  const auto is_known = [&](const Expr& side) {
    const AbstractValue known = in(state, stack).condition(side);
    return known.is_constant() && (known.bits() != 0) == wanted;
  };
  if (is_known(left)) return refine_condition(state, stack, right, truth);
  if (is_known(right)) return refine_condition(state, stack, left, truth);
  return Feasible::Yes;
}

ValueDomain::Feasible ValueDomain::refine_comparison(AbstractState& state, reach::StackId stack, const Expr& comparison,
                                                     bool truth) {
  const Expr &left = comparison.operand(0), &right = comparison.operand(1);
  const Type& type = left.type();
  if (is_followed_float(type)) return refine_float_comparison(state, stack, comparison, truth);
  if (!is_followed(type)) return Feasible::Yes;
  const BinaryOp op = truth ? comparison.binary_op() : opposite(comparison.binary_op());
  const AbstractValue a = in(state, stack).value(left), b = in(state, stack).value(right);
  std::optional<AbstractValue> x, y;
  switch (op) {
  case BinaryOp::Eq: x = b, y = a; break;
  case BinaryOp::Ne: x = without(type.width(), a, b), y = without(type.width(), b, a); break;
  case BinaryOp::Lt: x = below(type, b, 1), y = above(type, a, 1); break;
  case BinaryOp::Le: x = below(type, b, 0), y = above(type, a, 0); break;
  case BinaryOp::Gt: x = above(type, b, 1), y = below(type, a, 1); break;
  default: x = above(type, b, 0), y = below(type, a, 0); break;
  }
  if (!x || !y || refine(state, stack, left, *x) == Feasible::No) return Feasible::No;
  return refine(state, stack, right, *y);
}

// A comparison that does not hold implies nothing if an operand may be NaN.
ValueDomain::Feasible ValueDomain::refine_float_comparison(AbstractState& state, reach::StackId stack,
                                                           const Expr& comparison, bool truth) {
  const Expr &left = comparison.operand(0), &right = comparison.operand(1);
  const FloatKind kind = left.type().float_kind();
  const AbstractValue a = in(state, stack).value(left), b = in(state, stack).value(right);
  const auto is_number = [&](const AbstractValue& value) { return as_float(left.type().width(), value).is_float(); };
  const bool holds_as_written = truth != (comparison.binary_op() == BinaryOp::Ne);
  if (!holds_as_written && !(is_number(a) && is_number(b))) return Feasible::Yes;
  const auto refine_both_by = [&](FloatRelation of_left, FloatRelation of_right) {
    const auto x = float_related(of_left, kind, b), y = float_related(of_right, kind, a);
    if (!x || !y || refine_float(state, stack, left, *x) == Feasible::No) return Feasible::No;
    return refine_float(state, stack, right, *y);
  };
  switch (truth ? comparison.binary_op() : opposite(comparison.binary_op())) {
  case BinaryOp::Eq: return refine_both_by(FloatRelation::Equal, FloatRelation::Equal);
  case BinaryOp::Lt: return refine_both_by(FloatRelation::Less, FloatRelation::Greater);
  case BinaryOp::Le: return refine_both_by(FloatRelation::LessOrEqual, FloatRelation::GreaterOrEqual);
  case BinaryOp::Gt: return refine_both_by(FloatRelation::Greater, FloatRelation::Less);
  case BinaryOp::Ge: return refine_both_by(FloatRelation::GreaterOrEqual, FloatRelation::LessOrEqual);
  default: return Feasible::Yes;
  }
}

ValueDomain::Feasible ValueDomain::refine_float(AbstractState& state, reach::StackId stack, const Expr& expr,
                                                const AbstractValue& wanted) {
  const Type& type = expr.type();
  if (!is_followed_float(type) || wanted.is_any()) return Feasible::Yes;
  if (!meet(type.width(), in(state, stack).value(expr), wanted)) return Feasible::No;
  if (expr.is_lvalue()) return refine_lvalue(state, stack, expr, wanted);
  if (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::Negate)
    return refine_float(state, stack, expr.operand(0), float_negate(type.float_kind(), wanted));
  // Converting to a wider format is exact, so the range may be rounded back.
  if (expr.kind() == ExprKind::Cast && is_followed_float(expr.operand(0).type()) &&
      expr.operand(0).type().width() <= type.width())
    return refine_float(state, stack, expr.operand(0),
                        float_convert(type.float_kind(), expr.operand(0).type().float_kind(), wanted));
  return Feasible::Yes;
}

ValueDomain::Feasible ValueDomain::refine(AbstractState& state, reach::StackId stack, const Expr& expr,
                                          const AbstractValue& wanted) {
  if (wanted.is_any() || !is_followed(expr.type())) return Feasible::Yes;
  const std::uint32_t width = expr.type().width();
  if (!meet(width, in(state, stack).value(expr), wanted)) return Feasible::No;
  if (expr.is_lvalue()) return refine_lvalue(state, stack, expr, wanted);
  if (expr.kind() == ExprKind::Cast) return refine_cast(state, stack, expr, wanted);
  const bool is_zero = wanted.is_constant() && wanted.bits() == 0;
  const bool is_nonzero = wanted.is_range() && !meet(width, wanted, AbstractValue::constant(width, 0));
  if (expr.kind() == ExprKind::Binary) {
    const BinaryOp op = expr.binary_op();
    if (op == BinaryOp::Add || op == BinaryOp::Sub) return refine_sum(state, stack, expr, wanted);
    if ((is_comparison(op) || is_logical(op)) && (is_zero || is_nonzero))
      return refine_condition(state, stack, expr, is_nonzero);
  }
  if (expr.kind() == ExprKind::Unary) {
    const Expr& operand = expr.operand(0);
    if (expr.unary_op() == UnaryOp::Negate) return refine(state, stack, operand, negate(width, wanted));
    if (expr.unary_op() == UnaryOp::BitNot) return refine(state, stack, operand, bit_not(width, wanted));
    if (is_zero || is_nonzero) return refine_condition(state, stack, expr, is_nonzero);
  }
  return Feasible::Yes;
}

ValueDomain::Feasible ValueDomain::refine_lvalue(AbstractState& state, reach::StackId stack, const Expr& lvalue,
                                                 const AbstractValue& wanted) {
  if (is_bit_field(lvalue)) return Feasible::Yes;
  auto& evaluator = in(state, stack);
  const bool is_register = lvalue.kind() == ExprKind::Variable && target_.is_register(lvalue.variable());
  if (!is_register && !AbstractTarget::pointer(evaluator.address(lvalue)).is_single()) return Feasible::Yes;
  const AbstractValue now = evaluator.read(lvalue);
  const auto both = meet(lvalue.type().width(), now, wanted);
  if (!both) return Feasible::No;
  if (*both != now) evaluator.write(lvalue, *both);
  return Feasible::Yes;
}

ValueDomain::Feasible ValueDomain::refine_sum(AbstractState& state, reach::StackId stack, const Expr& sum,
                                              const AbstractValue& wanted) {
  const std::uint32_t width = sum.type().width();
  const Expr &left = sum.operand(0), &right = sum.operand(1);
  const bool adds = sum.binary_op() == BinaryOp::Add;
  const AbstractValue b = in(state, stack).value(right);
  if (refine(state, stack, left, apply(adds ? BvOp::Sub : BvOp::Add, width, wanted, b)) == Feasible::No)
    return Feasible::No;
  const AbstractValue a = in(state, stack).value(left);
  return refine(state, stack, right, adds ? apply(BvOp::Sub, width, wanted, a) : apply(BvOp::Sub, width, a, wanted));
}

ValueDomain::Feasible ValueDomain::refine_cast(AbstractState& state, reach::StackId stack, const Expr& cast,
                                               const AbstractValue& wanted) {
  const Expr& operand = cast.operand(0);
  const Type &to = cast.type(), &from = operand.type();
  if (!is_followed(from)) return Feasible::Yes;
  const std::uint32_t wide = to.width(), narrow = from.width();
  if (to.is_bool() || from.is_bool()) {
    if (wanted.is_constant() && wanted.bits() == 0) return refine_condition(state, stack, operand, false);
    if (!meet(wide, wanted, AbstractValue::constant(wide, 0))) return refine_condition(state, stack, operand, true);
    return Feasible::Yes;
  }
  if (wide == narrow) return refine(state, stack, operand, wanted);
  if (!wanted.is_range()) return Feasible::Yes;
  const AbstractValue everything;
  if (wide > narrow) {
    const bool is_signed = from.is_pointer() || from.is_signed();
    const Int128 low = is_signed ? std::max(wanted.signed_low(wide), everything.signed_low(narrow))
                                 : Int128{wanted.unsigned_low(wide)};
    const Int128 high = is_signed ? Int128{std::min(wanted.signed_high(wide), everything.signed_high(narrow))}
                                  : Int128{std::min(wanted.unsigned_high(wide), everything.unsigned_high(narrow))};
    if (low > high) return Feasible::No;
    return refine(state, stack, operand, AbstractValue::range(narrow, low, high));
  }
  // To a narrower type: only if no bits are lost.
  const AbstractValue now = in(state, stack).value(operand);
  if (now.signed_low(narrow) >= everything.signed_low(wide) && now.signed_high(narrow) <= everything.signed_high(wide))
    return refine(state, stack, operand,
                  AbstractValue::signed_range(narrow, wanted.signed_low(wide), wanted.signed_high(wide)));
  if (now.unsigned_high(narrow) <= everything.unsigned_high(wide))
    return refine(state, stack, operand,
                  AbstractValue::unsigned_range(narrow, wanted.unsigned_low(wide), wanted.unsigned_high(wide)));
  return Feasible::Yes;
}

} // namespace tandem::analysis::value
