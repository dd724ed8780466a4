#include "transform/checks/possible_failures.h"

#include "program/model/type.h"
#include "transform/checks/value_range.h"

#include <algorithm>

namespace tandem::transform::checks {
namespace {

// Where nothing is known of the operands, as of those of more than 64 bits, it may.
bool is_lowest(const Expr& operand, ValueRanges& ranges) {
  const std::optional<Range> all = range_of(operand.type()), found = ranges.of(operand);
  return !all || !found || found->low == all->low;
}

bool overflows_itself(const Expr& expr, ValueRanges& ranges) {
  if (!expr.type().is_integer() || !expr.type().is_signed()) return false;
  if (expr.kind() == ExprKind::Unary) return expr.unary_op() == UnaryOp::Negate && is_lowest(expr.operand(0), ranges);
  if (expr.kind() != ExprKind::Binary) return false;
  switch (expr.binary_op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Shl: {
    const std::optional<Range> all = range_of(expr.type());
    const std::optional<Range> result = ranges.of_result(expr.binary_op(), expr.operand(0), expr.operand(1));
    return !all || !result || !all->contains(*result);
  }
  case BinaryOp::Div:
  case BinaryOp::Rem: {
    const std::optional<Range> divisor = ranges.of(expr.operand(1));
    return is_lowest(expr.operand(0), ranges) && (!divisor || divisor->contains({-1, -1}));
  }
  default: return false;
  }
}

bool may_overflow(const Expr& expr, ValueRanges& ranges) {
  return overflows_itself(expr, ranges) ||
         std::ranges::any_of(expr.operands(), [&](const Expr* operand) { return may_overflow(*operand, ranges); });
}

bool is_inside_array(const Expr& index) {
  const Type& array = index.operand(0).type();
  if (!array.is_array() || !array.has_length()) return false;
  const std::optional<Range> found = ValueRanges().of(index.operand(1));
  return found && Range{0, static_cast<Int128>(array.length()) - 1}.contains(*found);
}

bool leaves_itself(const Expr& expr) {
  if (expr.kind() == ExprKind::Deref)
    return !expr.type().is_function() && expr.operand(0).kind() != ExprKind::AddressOf;
  return expr.kind() == ExprKind::Index && !is_inside_array(expr);
}

// A wider float, or any integer, is rounded by a conversion, everything else by arithmetic.
bool is_rounded_itself(const Expr& expr) {
  if (!expr.type().is_float() || expr.type().size() > 8) return false;
  if (expr.kind() == ExprKind::Binary) return true;
  if (expr.kind() != ExprKind::Cast) return false;
  const Type& from = expr.operand(0).type();
  return from.is_integer() ? from.size() >= expr.type().size() : from.size() > expr.type().size();
}

} // namespace

bool may_keep_excess_precision(const Expr& expr) {
  return is_rounded_itself(expr) ||
         std::ranges::any_of(expr.operands(), [](const Expr* each) { return may_keep_excess_precision(*each); });
}

bool may_overflow(const Expr& expr) {
  ValueRanges ranges;
  return may_overflow(expr, ranges);
}

bool may_leave_object(const Expr& expr) {
  return leaves_itself(expr) ||
         std::ranges::any_of(expr.operands(), [](const Expr* operand) { return may_leave_object(*operand); });
}

} // namespace tandem::transform::checks
