// The values of an expression lie in an interval that follows from its type, its constants, and conversions from
// narrower types: the sum of two characters does not overflow.

#include "task/undefined_behaviour.h"

#include "program/model/type.h"

#include <algorithm>

namespace tandem::task {
namespace {

struct Range {
  Int128 low = 0, high = 0;
  bool is_inside(const Range& other) const { return low >= other.low && high <= other.high; }
};

// Wider types are judged as if they had 64 bits, which only makes more of them overflow.
Range range_of(const Type& type) {
  if (type.is_bool()) return {0, 1};
  const std::uint32_t width = std::min(type.width(), 64u);
  if (!type.is_signed()) return {0, (Int128{1} << width) - 1};
  return {-(Int128{1} << (width - 1)), (Int128{1} << (width - 1)) - 1};
}

// Of an operator, before the result is fitted into its type. Both operands fit into 64 bits, so nothing here overflows
// but a product of two unsigned ones, which is cut off.
Range combined(BinaryOp op, const Range& a, const Range& b, const Range& otherwise) {
  switch (op) {
  case BinaryOp::Add: return {a.low + b.low, a.high + b.high};
  case BinaryOp::Sub: return {a.low - b.high, a.high - b.low};
  case BinaryOp::Mul: {
    const Int128 largest = Int128{1} << 63;
    if (std::max(a.high, b.high) >= largest) return otherwise;
    const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {low, high};
  }
  case BinaryOp::BitAnd:
    if (b.low >= 0) return {0, b.high};
    return a.low >= 0 ? Range{0, a.high} : otherwise;
  case BinaryOp::Rem:
    if (b.low <= 0) return otherwise;
    return {a.low < 0 ? -(b.high - 1) : 0, b.high - 1};
  default: return otherwise;
  }
}

Range values(const Expr& expr) {
  if (!expr.type().is_integer()) return {};
  const Range all = range_of(expr.type());
  switch (expr.kind()) {
  case ExprKind::Integer:
    return Range{expr.value(), expr.value()}.is_inside(all) ? Range{expr.value(), expr.value()} : all;
  case ExprKind::Cast: {
    if (!expr.operand(0).type().is_integer()) return all;
    const Range inner = values(expr.operand(0));
    return inner.is_inside(all) ? inner : all;
  }
  case ExprKind::Binary: {
    if (is_comparison(expr.binary_op()) || is_logical(expr.binary_op())) return {0, 1};
    const Range found = combined(expr.binary_op(), values(expr.operand(0)), values(expr.operand(1)), all);
    return found.is_inside(all) ? found : all;
  }
  default: return all;
  }
}

bool overflows_itself(const Expr& expr) {
  if (!expr.type().is_integer() || !expr.type().is_signed()) return false;
  const Range all = range_of(expr.type());
  if (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::Negate)
    return values(expr.operand(0)).low == all.low;
  if (expr.kind() != ExprKind::Binary) return false;
  const Range a = values(expr.operand(0)), b = values(expr.operand(1));
  switch (expr.binary_op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul: return !combined(expr.binary_op(), a, b, {all.low - 1, all.high}).is_inside(all);
  case BinaryOp::Div:
  case BinaryOp::Rem: return a.low == all.low && b.low <= -1 && b.high >= -1;
  case BinaryOp::Shl:
    if (a.low < 0 || b.low < 0 || b.high >= 64) return true;
    return (a.high << b.high) > all.high;
  default: return false;
  }
}

bool is_inside_array(const Expr& index) {
  const Type& array = index.operand(0).type();
  if (!array.is_array() || !array.has_length()) return false;
  const Range found = values(index.operand(1));
  return found.low >= 0 && found.high < static_cast<Int128>(array.length());
}

bool leaves_itself(const Expr& expr) {
  if (expr.kind() == ExprKind::Deref)
    return !expr.type().is_function() && expr.operand(0).kind() != ExprKind::AddressOf;
  return expr.kind() == ExprKind::Index && !is_inside_array(expr);
}

} // namespace

bool may_overflow(const Expr& expr) {
  return overflows_itself(expr) ||
         std::ranges::any_of(expr.operands(), [](const Expr* operand) { return may_overflow(*operand); });
}

bool may_leave_object(const Expr& expr) {
  return leaves_itself(expr) ||
         std::ranges::any_of(expr.operands(), [](const Expr* operand) { return may_leave_object(*operand); });
}

} // namespace tandem::task
