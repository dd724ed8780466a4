// Conditions are written so that they overflow nowhere themselves, and with one operand on each side of a comparison
// wherever the other operand is a constant: abstract domains understand x <= 2147483646 better than what a product of
// signs says.

#include "transform/checks/arithmetic_checks.h"

#include "program/cexpr/c_types.h"
#include "program/model/expressions.h"
#include "program/model/type.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::transform::checks {

namespace {

bool is_constant(const Expr& expr) { return expr.kind() == ExprKind::Integer; }

} // namespace

std::vector<ExprCheck> ArithmeticChecks::of(const Operation& op) {
  result_.clear();
  visited_.clear();
  for (const Expr* argument : op.arguments) visit(*argument, nullptr);
  if (op.value != nullptr) visit_assigned(op);
  if (op.kind == OpKind::Call) add(memory_.call(op), nullptr);
  if (op.lvalue != nullptr) {
    visit_parts(*op.lvalue, nullptr);
    if (op.lvalue->kind() != ExprKind::Variable) add(memory_.access(*op.lvalue, AccessKind::Write), nullptr);
  }
  return std::move(result_);
}

// A character that is copied from memory to memory is not used.
void ArithmeticChecks::visit_assigned(const Operation& op) {
  const bool is_assignment = op.kind == OpKind::Assign;
  if (is_assignment && copies_character(*op.lvalue, *op.value)) {
    const Expr* from = op.value;
    while (from->kind() == ExprKind::Cast) from = &from->operand(0);
    visit_parts(*from, nullptr);
    if (from->kind() != ExprKind::Variable) add(memory_.access(*from, AccessKind::Read), nullptr);
  } else {
    visit(*op.value, nullptr);
  }
  if (is_assignment && values_.any()) add(values_.store(*op.lvalue, *op.value), nullptr);
}

bool ArithmeticChecks::is_wanted(CheckKind kind) const { return std::ranges::find(kinds_, kind) != kinds_.end(); }

void ArithmeticChecks::visit(const Expr& expr, const Expr* guard) {
  const bool has_parts = expr.operand_count() != 0 || (expr.kind() == ExprKind::Variable && values_.any());
  if (!has_parts || !visited_.insert({&expr, guard}).second) return;
  if (expr.kind() == ExprKind::Conditional) {
    visit(expr.operand(0), guard);
    visit_arm(expr.operand(1), guard, expr.operand(0), true);
    visit_arm(expr.operand(2), guard, expr.operand(0), false);
    return;
  }
  if (expr.kind() == ExprKind::Binary && is_logical(expr.binary_op())) {
    visit(expr.operand(0), guard);
    visit_arm(expr.operand(1), guard, expr.operand(0), expr.binary_op() == BinaryOp::LogicalAnd);
    return;
  }
  if (expr.kind() == ExprKind::AddressOf) return visit_parts(expr.operand(0), guard);
  if (expr.is_lvalue()) {
    visit_parts(expr, guard);
    if (expr.kind() != ExprKind::Variable) add(memory_.access(expr, AccessKind::Read), guard);
    if (values_.any()) add(values_.read(expr), guard);
    return;
  }
  for (const Expr* operand : expr.operands()) visit(*operand, guard);
  check(expr, guard);
}

// What is evaluated to find the place of an lvalue.
void ArithmeticChecks::visit_parts(const Expr& lvalue, const Expr* guard) {
  if (lvalue.kind() == ExprKind::Field || lvalue.kind() == ExprKind::Index) visit_parts(lvalue.operand(0), guard);
  if (lvalue.kind() == ExprKind::Index) visit(lvalue.operand(1), guard);
  if (lvalue.kind() == ExprKind::Deref) visit(lvalue.operand(0), guard);
  if (!lvalue.is_lvalue()) visit(lvalue, guard); // a choice between records
}

// What is only evaluated if the condition is true, or false.
void ArithmeticChecks::visit_arm(const Expr& arm, const Expr* guard, const Expr& condition, bool truth) {
  const Expr& here = truth ? condition : negated(condition);
  visit(arm, guard == nullptr ? &here : &both(*guard, here));
}

void ArithmeticChecks::check(const Expr& expr, const Expr* guard) {
  switch (expr.kind()) {
  case ExprKind::Unary: return check_unary(expr, guard);
  case ExprKind::Binary: return check_binary(expr, guard);
  case ExprKind::Cast: return check_cast(expr, guard);
  default: return;
  }
}

void ArithmeticChecks::add(CheckKind kind, const Expr& condition, const Expr* guard, std::string text) {
  result_.push_back({{kind, std::move(text)}, guard == nullptr ? &condition : &either(negated(*guard), condition)});
}

void ArithmeticChecks::add(std::vector<ExprCheck> checks, const Expr* guard) {
  for (ExprCheck& each : checks)
    if (each.question) { // of a call, which has no guard
      result_.push_back(std::move(each));
    } else if (each.written != nullptr)
      result_.push_back({std::move(each.target), guard, each.written});
    else
      add(each.target.kind, *each.condition, guard, std::move(each.target.text));
}

void ArithmeticChecks::check_unary(const Expr& expr, const Expr* guard) {
  const Type& type = expr.type();
  if (expr.unary_op() != UnaryOp::Negate || !type.is_integer()) return;
  const CheckKind kind = type.is_signed() ? CheckKind::Overflow : CheckKind::UnsignedOverflow;
  const std::optional<Range> all = range_of(type), known = ranges_.of(expr.operand(0));
  if (!is_wanted(kind) || (all && known && all->contains({-known->high, -known->low}))) return;
  const Expr& condition = type.is_signed() ? binary(BinaryOp::Ne, expr.operand(0), lowest(type))
                                           : binary(BinaryOp::Eq, expr.operand(0), context_.zero(type));
  add(kind, condition, guard, quoted(expr) + " fits " + cexpr::c_type(type));
}

void ArithmeticChecks::check_binary(const Expr& expr, const Expr* guard) {
  const BinaryOp op = expr.binary_op();
  const Type& type = expr.type();
  const bool is_order = kind_of(op) == BinaryKind::Comparison && op != BinaryOp::Eq && op != BinaryOp::Ne;
  if ((is_order && expr.operand(0).type().is_pointer()) || op == BinaryOp::PtrDiff)
    add(memory_.comparison(expr), guard);
  if (kind_of(op) == BinaryKind::Shift) {
    check_shift(expr, guard);
    check_shifted(expr, guard);
  }
  if (type.is_float() && kind_of(op) <= BinaryKind::Division) return check_float(expr, guard);
  if (!type.is_integer()) return;
  if (kind_of(op) == BinaryKind::Division && is_wanted(CheckKind::Div)) {
    const std::optional<Range> divisor = ranges_.of(expr.operand(1));
    if (!divisor || (divisor->low <= 0 && divisor->high >= 0))
      add(CheckKind::Div, binary(BinaryOp::Ne, expr.operand(1), context_.zero(type)), guard,
          quoted(expr) + " does not divide by zero");
  }
  const CheckKind kind = type.is_signed() ? CheckKind::Overflow : CheckKind::UnsignedOverflow;
  if (!is_wanted(kind)) return;
  const std::optional<Range> all = range_of(type), known = ranges_.of_result(op, expr.operand(0), expr.operand(1));
  if (all && known && all->contains(*known)) return;
  if (const Expr* condition = fits(expr)) add(kind, *condition, guard, quoted(expr) + " fits " + cexpr::c_type(type));
}

void ArithmeticChecks::check_shift(const Expr& expr, const Expr* guard) {
  const Expr& by = expr.operand(1);
  const auto width = static_cast<Int128>(expr.type().width());
  const std::optional<Range> known = ranges_.of(by);
  if (!is_wanted(CheckKind::Shift) || (known && known->low >= 0 && known->high < width)) return;
  add(CheckKind::Shift, is_below(by, width), guard,
      fmt::format("{} shifts by 0 to {}", quoted(expr), static_cast<int>(width) - 1));
}

// A signed number that is shifted must not be negative, nor the result too large.
void ArithmeticChecks::check_shifted(const Expr& expr, const Expr* guard) {
  const Type& type = expr.type();
  if (!is_wanted(CheckKind::Shift) || expr.binary_op() != BinaryOp::Shl || !type.is_signed()) return;
  const std::optional<Range> all = range_of(type),
                             known = ranges_.of_result(BinaryOp::Shl, expr.operand(0), expr.operand(1));
  if (all && known && all->contains(*known)) return;
  add(CheckKind::Shift, left_shift_fits(expr), guard, quoted(expr) + " fits " + cexpr::c_type(type));
}

void ArithmeticChecks::check_cast(const Expr& expr, const Expr* guard) {
  const Expr& from = expr.operand(0);
  const Type &target = expr.type(), &source = from.type();
  if (!is_wanted(CheckKind::Conversion) || !target.is_integer() || target.is_bool()) return;
  const std::optional<Range> all = range_of(target);
  if (!all) return;
  const std::string text = quoted(from) + " fits " + cexpr::c_type(target);
  if (source.is_float()) {
    // The bounds themselves may not be floats; then the next larger ones are not either.
    const auto low = static_cast<long double>(all->low), high = static_cast<long double>(all->high);
    const bool is_exact = source.float_kind() != FloatKind::Float && target.width() <= 32;
    const Expr& above = is_exact ? binary(BinaryOp::Gt, from, context_.floating(source, low - 1))
                                 : binary(BinaryOp::Ge, from, context_.floating(source, low));
    return add(CheckKind::Conversion, both(above, binary(BinaryOp::Lt, from, context_.floating(source, high + 1))),
               guard, text);
  }
  const std::optional<Range> known = ranges_.of(from), given = range_of(source);
  if (!known || !given || all->contains(*known)) return;
  const Expr* condition = nullptr;
  if (given->low < all->low) condition = &binary(BinaryOp::Ge, from, number(source, all->low));
  if (given->high > all->high) {
    const Expr& below = binary(BinaryOp::Le, from, number(source, all->high));
    condition = condition == nullptr ? &below : &both(*condition, below);
  }
  if (condition != nullptr) add(CheckKind::Conversion, *condition, guard, text);
}

void ArithmeticChecks::check_float(const Expr& expr, const Expr* guard) {
  if (!is_wanted(CheckKind::Float)) return;
  const Expr& operands = both(is_finite(expr.operand(0)), is_finite(expr.operand(1)));
  add(CheckKind::Float, either(negated(operands), is_finite(expr)), guard, quoted(expr) + " is a finite number");
}

const Expr& ArithmeticChecks::is_finite(const Expr& value) {
  const Expr& infinity = context_.floating(value.type(), std::numeric_limits<long double>::infinity());
  // Comparisons with NaN are false.
  return both(binary(BinaryOp::Lt, value, infinity),
              binary(BinaryOp::Gt, value, context_.unary(UnaryOp::Negate, infinity)));
}

// nullptr: the operation cannot overflow.
const Expr* ArithmeticChecks::fits(const Expr& expr) {
  const BinaryOp op = expr.binary_op();
  const Expr &left = expr.operand(0), &right = expr.operand(1);
  const Type& type = expr.type();
  const bool can_wrap = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul;
  if (!type.is_signed()) return can_wrap ? &unsigned_fits(expr) : nullptr;
  switch (op) {
  case BinaryOp::Add: return is_constant(left) ? &sum_fits(right, left) : &sum_fits(left, right);
  case BinaryOp::Sub: return &difference_fits(left, right);
  case BinaryOp::Mul: return &product_fits(expr);
  case BinaryOp::Div:
  case BinaryOp::Rem:
    if (is_constant(right) && right.value() != -1) return nullptr;
    return &either(binary(BinaryOp::Ne, left, lowest(type)), binary(BinaryOp::Ne, right, number(type, -1)));
  default: return nullptr;
  }
}

const Expr& ArithmeticChecks::sum_fits(const Expr& left, const Expr& right) {
  const Type& type = left.type();
  const Expr& if_positive = binary(BinaryOp::Le, left,
                                   is_constant(right) ? number(type, highest(type).value() - right.value())
                                                      : binary(BinaryOp::Sub, highest(type), right));
  const Expr& if_negative = binary(BinaryOp::Ge, left,
                                   is_constant(right) ? number(type, lowest(type).value() - right.value())
                                                      : binary(BinaryOp::Sub, lowest(type), right));
  const std::optional<Range> known = ranges_.of(right);
  if (known && known->low >= 0) return if_positive;
  if (known && known->high <= 0) return if_negative;
  return context_.conditional(binary(BinaryOp::Ge, right, context_.zero(type)), if_positive, if_negative);
}

const Expr& ArithmeticChecks::difference_fits(const Expr& left, const Expr& right) {
  const Type& type = left.type();
  const Expr& if_positive = binary(BinaryOp::Ge, left,
                                   is_constant(right) ? number(type, lowest(type).value() + right.value())
                                                      : binary(BinaryOp::Add, lowest(type), right));
  const Expr& if_negative = binary(BinaryOp::Le, left,
                                   is_constant(right) ? number(type, highest(type).value() + right.value())
                                                      : binary(BinaryOp::Add, highest(type), right));
  const std::optional<Range> known = ranges_.of(right);
  if (known && known->low >= 0) return if_positive;
  if (known && known->high <= 0) return if_negative;
  return context_.conditional(binary(BinaryOp::Ge, right, context_.zero(type)), if_positive, if_negative);
}

const Expr& ArithmeticChecks::product_fits(const Expr& expr) {
  const Type& type = expr.type();
  const Expr* left = &expr.operand(0);
  const Expr* right = &expr.operand(1);
  if (is_constant(*left)) std::swap(left, right);
  if (is_constant(*right) && range_of(type)) {
    const Int128 factor = right->value(), low = range_of(type)->low, high = range_of(type)->high;
    if (factor == -1) return binary(BinaryOp::Ne, *left, lowest(type));
    if (factor != 0)
      return both(binary(BinaryOp::Ge, *left, number(type, factor > 0 ? low / factor : high / factor)),
                  binary(BinaryOp::Le, *left, number(type, factor > 0 ? high / factor : low / factor)));
  }
  const bool has_int128 = context_.data_model() == DataModel::LP64;
  if (type.width() <= 32 || (type.width() == 64 && has_int128)) {
    const Type& wide = context_.types().integer(type.width() <= 32 ? IntegerKind::LongLong : IntegerKind::Int128);
    const Expr& product = binary(BinaryOp::Mul, context_.cast(wide, *left), context_.cast(wide, *right));
    return both(binary(BinaryOp::Ge, product, number(wide, lowest(type).value())),
                binary(BinaryOp::Le, product, number(wide, highest(type).value())));
  }
  // Without a wider type: the product is right if it can be divided again. -1 times the lowest number cannot.
  const Expr& is_special =
      both(binary(BinaryOp::Eq, *left, number(type, -1)), binary(BinaryOp::Eq, *right, lowest(type)));
  const Expr& divides =
      binary(BinaryOp::Eq, binary(BinaryOp::Div, binary(BinaryOp::Mul, *left, *right), *left), *right);
  return either(binary(BinaryOp::Eq, *left, context_.zero(type)), both(negated(is_special), divides));
}

const Expr& ArithmeticChecks::unsigned_fits(const Expr& expr) {
  const Expr &left = expr.operand(0), &right = expr.operand(1);
  const Type& type = expr.type();
  switch (expr.binary_op()) {
  case BinaryOp::Add: return binary(BinaryOp::Le, left, binary(BinaryOp::Sub, highest(type), right));
  case BinaryOp::Sub: return binary(BinaryOp::Ge, left, right);
  default:
    return either(binary(BinaryOp::Eq, right, context_.zero(type)),
                  binary(BinaryOp::Le, left, binary(BinaryOp::Div, highest(type), right)));
  }
}

// Shifts by too much are another check.
const Expr& ArithmeticChecks::left_shift_fits(const Expr& expr) {
  const Expr &left = expr.operand(0), &by = expr.operand(1);
  const Type& type = expr.type();
  const Expr& holds = both(binary(BinaryOp::Ge, left, context_.zero(type)),
                           binary(BinaryOp::Le, left, binary(BinaryOp::Shr, highest(type), by)));
  const auto width = static_cast<Int128>(type.width());
  const std::optional<Range> known = ranges_.of(by);
  if (known && known->low >= 0 && known->high < width) return holds;
  return either(negated(is_below(by, width)), holds);
}

// From 0 on.
const Expr& ArithmeticChecks::is_below(const Expr& value, Int128 bound) {
  const Expr& below = binary(BinaryOp::Lt, value, number(value.type(), bound));
  if (!value.type().is_signed()) return below;
  return both(binary(BinaryOp::Ge, value, context_.zero(value.type())), below);
}

const Expr& ArithmeticChecks::number(const Type& type, Int128 value) {
  return context_.integer(type, static_cast<UInt128>(value));
}

const Expr& ArithmeticChecks::lowest(const Type& type) {
  return number(type, type.is_signed() ? -(Int128{1} << (type.width() - 2)) * 2 : 0);
}

const Expr& ArithmeticChecks::highest(const Type& type) {
  const UInt128 all = ~UInt128{0} >> (128 - type.width());
  return context_.integer(type, type.is_signed() ? all >> 1 : all);
}

} // namespace tandem::transform::checks
