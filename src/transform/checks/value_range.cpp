#include "transform/checks/value_range.h"

#include "program/model/type.h"

#include <algorithm>

namespace tandem::transform::checks {

namespace {

constexpr std::uint32_t widest = 64;

std::optional<Range> inside(std::optional<Range> result, const Type& type) {
  const std::optional<Range> all = range_of(type);
  return result && all && all->contains(*result) ? result : all;
}

// All numbers of so many bits as the larger one has.
Range with_all_bits(Int128 largest) {
  Int128 bits = 1;
  while (bits <= largest) bits *= 2;
  return {0, bits - 1};
}

std::optional<Range> of_bit_field(const Expr& field) {
  const Type& record = field.operand(0).type();
  const auto& declared = record.fields()[field.field_index()];
  if (!declared.bit_width || !field.type().is_integer() || *declared.bit_width == 0) return range_of(field.type());
  const Int128 half = Int128{1} << (*declared.bit_width - 1);
  return inside(field.type().is_signed() ? Range{-half, half - 1} : Range{0, 2 * half - 1}, field.type());
}

} // namespace

std::optional<Range> range_of(const Type& type) {
  if (!type.is_integer() || type.width() > widest) return std::nullopt;
  if (type.is_bool()) return Range{0, 1};
  const Int128 half = Int128{1} << (type.width() - 1);
  return type.is_signed() ? Range{-half, half - 1} : Range{0, 2 * half - 1};
}

std::optional<Range> ValueRanges::of(const Expr& expr) {
  if (const auto found = known_.find(&expr); found != known_.end()) return found->second;
  const std::optional<Range> result = compute(expr);
  known_[&expr] = result;
  return result;
}

std::optional<Range> ValueRanges::compute(const Expr& expr) {
  if (!expr.type().is_integer() || expr.type().width() > widest) return std::nullopt;
  switch (expr.kind()) {
  case ExprKind::Integer: return Range{expr.value(), expr.value()};
  case ExprKind::Field: return of_bit_field(expr);
  case ExprKind::Variable: return of_variable(expr);
  case ExprKind::Cast: return inside(of(expr.operand(0)), expr.type());
  case ExprKind::Conditional: {
    const std::optional<Range> a = of(expr.operand(1)), b = of(expr.operand(2));
    if (!a || !b) return range_of(expr.type());
    return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
  }
  case ExprKind::Unary: {
    if (expr.unary_op() == UnaryOp::LogicalNot) return Range{0, 1};
    const std::optional<Range> a = of(expr.operand(0));
    if (!a) return range_of(expr.type());
    return inside(expr.unary_op() == UnaryOp::Negate ? Range{-a->high, -a->low} : Range{~a->high, ~a->low},
                  expr.type());
  }
  case ExprKind::Binary: return of_binary(expr);
  default: return range_of(expr.type());
  }
}

std::optional<Range> ValueRanges::of_variable(const Expr& expr) const {
  if (numbers_ != nullptr)
    if (const auto found = numbers_->find(&expr.variable()); found != numbers_->end()) return (*state_)[found->second];
  return range_of(expr.type());
}

std::optional<Range> ValueRanges::of_binary(const Expr& expr) {
  const BinaryOp op = expr.binary_op();
  if (is_comparison(op) || is_logical(op)) return Range{0, 1};
  return inside(of_result(op, expr.operand(0), expr.operand(1)), expr.type());
}

std::optional<Range> ValueRanges::of_result(BinaryOp op, const Expr& left, const Expr& right) {
  const std::optional<Range> a = of(left), b = of(right);
  if (!a || !b) return std::nullopt;
  const bool is_constant = b->low == b->high, are_positive = a->low >= 0 && b->low >= 0;
  switch (op) {
  case BinaryOp::Add: return Range{a->low + b->low, a->high + b->high};
  case BinaryOp::Sub: return Range{a->low - b->high, a->high - b->low};
  case BinaryOp::Mul: {
    if (std::max(a->high, b->high) >= Int128{1} << 63) return std::nullopt; // the product may not fit Int128
    const auto [low, high] = std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
    return Range{low, high};
  }
  case BinaryOp::Div:
    if (!is_constant || b->low <= 0) return std::nullopt;
    return Range{a->low / b->low, a->high / b->low};
  case BinaryOp::Rem: {
    if (b->low <= 0 && (!is_constant || b->low == 0)) return std::nullopt;
    const Int128 most = std::max(-b->low, b->high) - 1;
    return Range{a->low < 0 ? -most : 0, a->high > 0 ? most : 0};
  }
  case BinaryOp::Shl:
    if (b->low < 0 || b->high > 32 || a->low < 0) return std::nullopt;
    return Range{a->low << static_cast<int>(b->low), a->high << static_cast<int>(b->high)};
  case BinaryOp::Shr:
    if (!is_constant || b->low < 0 || b->low >= widest) return std::nullopt;
    return Range{a->low >> static_cast<int>(b->low), a->high >> static_cast<int>(b->low)};
  case BinaryOp::BitAnd:
    if (a->low < 0 && b->low < 0) return std::nullopt;
    return Range{0, a->low < 0 ? b->high : b->low < 0 ? a->high : std::min(a->high, b->high)};
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    if (!are_positive) return std::nullopt;
    return with_all_bits(std::max(a->high, b->high));
  default: return std::nullopt;
  }
}

} // namespace tandem::transform::checks
