// Follows C17 6.3 (conversions) and 6.5 (expressions), and clang where GNU C extends them: arithmetic on void
// pointers, comparisons of pointers with integers, bit-fields narrower than int.

#include "program/cexpr/c_operators.h"

#include "program/cexpr/c_conversions.h"
#include "program/cexpr/c_types.h"
#include "program/model/program.h"

namespace tandem::cexpr {

namespace {

[[noreturn]] void refuse(std::string_view what, const Expr& operand) {
  throw OperandError(std::string(what) + " cannot be applied to a value of type '" + c_type(operand.type()) + "'");
}

bool is_null(const Expr& expr) { return expr.kind() == ExprKind::Integer && expr.bits() == 0; }

// A narrow bit-field is promoted to int, whatever its declared type.
bool is_narrow_bit_field(const Expr& expr) {
  if (expr.kind() != ExprKind::Field) return false;
  const Field& field = expr.operand(0).type().fields()[expr.field_index()];
  if (!field.is_bit_field() || field.type->width() > 32) return false;
  return *field.bit_width < 32 || field.type->is_signed();
}

// Kinds from Int on are ordered by rank, each signed one before its unsigned sibling.
std::uint32_t rank(IntegerKind kind) {
  return (static_cast<std::uint32_t>(kind) - static_cast<std::uint32_t>(IntegerKind::Int)) / 2;
}

IntegerKind unsigned_kind(IntegerKind kind) {
  switch (kind) {
  case IntegerKind::Int: return IntegerKind::UInt;
  case IntegerKind::Long: return IntegerKind::ULong;
  case IntegerKind::LongLong: return IntegerKind::ULongLong;
  case IntegerKind::Int128: return IntegerKind::UInt128;
  case IntegerKind::Bool:
  case IntegerKind::Char:
  case IntegerKind::SChar:
  case IntegerKind::UChar:
  case IntegerKind::Short:
  case IntegerKind::UShort:
  case IntegerKind::UInt:
  case IntegerKind::ULong:
  case IntegerKind::ULongLong:
  case IntegerKind::UInt128: return kind;
  }
  return kind;
}

} // namespace

const Type& COperators::char_pointer() {
  return context_.types().pointer_to(context_.types().integer(IntegerKind::Char));
}

const Expr& COperators::value(const Expr& expr) { return expr.type().is_array() ? context_.decay(expr) : expr; }

const Expr& COperators::scalar(const Expr& operand) {
  const Expr& result = value(operand);
  if (!result.type().is_scalar()) refuse("the operator", result);
  return result;
}

const Expr& COperators::convert(const Expr& value, const Type& type) {
  if (value.kind() == ExprKind::Integer) {
    if (type.is_bool()) return context_.integer(type, UInt128{value.bits() != 0});
    if (type.is_integer() || type.is_pointer()) return context_.integer(type, static_cast<UInt128>(value.value()));
    const bool is_unsigned = !value.type().is_signed();
    const auto exact = is_unsigned ? static_cast<long double>(value.bits()) : static_cast<long double>(value.value());
    const Expr& folded = context_.floating(type, exact);
    if (static_cast<Int128>(folded.float_value()) == value.value()) return folded; // else it depends on rounding
  }
  if (value.kind() == ExprKind::Float && type.is_float()) return context_.floating(type, value.float_value());
  return context_.cast(type, value);
}

const Expr& COperators::cast(const Type& type, const Expr& operand) {
  const Expr& from = value(operand);
  if (!type.is_scalar()) throw OperandError("a cast to '" + c_type(type) + "' is not supported");
  if (!from.type().is_scalar()) refuse("a cast", from);
  if ((type.is_pointer() && from.type().is_float()) || (type.is_float() && from.type().is_pointer()))
    refuse("a cast to '" + c_type(type) + "'", from);
  return convert(from, type);
}

const Expr& COperators::promoted(const Expr& operand) {
  const Expr& from = scalar(operand);
  if (!from.type().is_integer()) return from;
  if (is_promoted(from.type()) || is_narrow_bit_field(from)) return convert(from, context_.types().int_type());
  return from;
}

// C17 6.3.1.8, for promoted types.
const Type& COperators::common_type(const Type& left, const Type& right) const {
  if (left.is_float() || right.is_float()) {
    if (!left.is_float()) return right;
    if (!right.is_float()) return left;
    return left.float_kind() >= right.float_kind() ? left : right;
  }
  const bool left_higher = rank(left.integer_kind()) >= rank(right.integer_kind());
  if (left.is_signed() == right.is_signed()) return left_higher ? left : right;
  const Type &with_sign = left.is_signed() ? left : right, &without = left.is_signed() ? right : left;
  if (rank(without.integer_kind()) >= rank(with_sign.integer_kind())) return without;
  if (with_sign.width() > without.width()) return with_sign;
  return context_.types().integer(unsigned_kind(with_sign.integer_kind()));
}

const Expr& COperators::plus(const Expr& operand) {
  const Expr& from = promoted(operand);
  if (!from.type().is_arithmetic()) refuse("+", from);
  return from;
}

const Expr& COperators::negate(const Expr& operand) {
  const Expr& from = promoted(operand);
  if (!from.type().is_arithmetic()) refuse("-", from);
  if (from.kind() == ExprKind::Integer) return context_.integer(from.type(), 0 - static_cast<UInt128>(from.value()));
  if (from.kind() == ExprKind::Float) return context_.floating(from.type(), -from.float_value());
  return context_.unary(UnaryOp::Negate, from);
}

const Expr& COperators::bit_not(const Expr& operand) {
  const Expr& from = promoted(operand);
  if (!from.type().is_integer()) refuse("~", from);
  return context_.unary(UnaryOp::BitNot, from);
}

const Expr& COperators::logical_not(const Expr& operand) {
  return context_.unary(UnaryOp::LogicalNot, scalar(operand));
}

const Expr& COperators::deref(const Expr& operand) {
  const Expr& from = scalar(operand);
  if (!from.type().is_pointer() || from.type().element().is_void()) refuse("*", from);
  if (from.type().element().is_function()) return from;
  return context_.deref(from);
}

const Expr& COperators::address(const Expr& operand) {
  if (operand.kind() == ExprKind::FunctionAddress) return operand;
  if (!operand.is_lvalue()) refuse("&", operand);
  if (operand.kind() == ExprKind::Field && operand.operand(0).type().fields()[operand.field_index()].is_bit_field())
    throw OperandError("a bit-field has no address");
  return context_.address_of(operand);
}

const Expr& COperators::index(const Expr& array, const Expr& index) {
  if (array.type().is_array()) {
    const Expr& at = scalar(index);
    if (!at.type().is_integer()) refuse("an index", at);
    return context_.index(array, at);
  }
  return deref(binary(BinaryOp::Add, array, index));
}

const Expr& COperators::member(const Expr& record, std::string_view name) {
  if (!record.type().is_record() || !record.is_lvalue()) refuse("the operator '.'", record);
  if (!record.type().is_complete()) throw OperandError("'" + c_type(record.type()) + "' has no known members");
  if (const Expr* found = find_member(record, name)) return *found;
  throw OperandError("'" + c_type(record.type()) + "' has no member '" + std::string(name) + "'");
}

// Members of unnamed members count as the record's own.
const Expr* COperators::find_member(const Expr& record, std::string_view name) {
  const auto& fields = record.type().fields();
  for (std::uint32_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name && !name.empty()) return &context_.field(record, i);
  for (std::uint32_t i = 0; i < fields.size(); ++i)
    if (fields[i].name.starts_with("anonymous__") && fields[i].type->is_record())
      if (const Expr* found = find_member(context_.field(record, i), name)) return found;
  return nullptr;
}

const Expr& COperators::binary(BinaryOp op, const Expr& left_operand, const Expr& right_operand) {
  const Expr &left = scalar(left_operand), &right = scalar(right_operand);
  if (is_logical(op)) return context_.binary(op, left, right);
  if (is_comparison(op)) return comparison(op, left, right);
  const bool left_points = left.type().is_pointer(), right_points = right.type().is_pointer();
  if (op == BinaryOp::Add && left_points && right.type().is_integer()) return pointer_plus(left, right);
  if (op == BinaryOp::Add && right_points && left.type().is_integer()) return pointer_plus(right, left);
  if (op == BinaryOp::Sub && left_points && right_points) return pointer_minus(left, right);
  if (op == BinaryOp::Sub && left_points && right.type().is_integer())
    return pointer_plus(left, negate(convert(right, context_.types().ptrdiff_type())));
  if (op == BinaryOp::Shl || op == BinaryOp::Shr) return shift(op, left, right);
  return arithmetic(op, left, right);
}

// Like clang: integers go to the common type in one step, but are promoted before they become floats.
COperators::Pair COperators::brought_together(const Expr& left, const Expr& right) {
  const Expr &a = promoted(left), &b = promoted(right);
  const Type& type = common_type(a.type(), b.type());
  const bool in_one_step = type.is_integer();
  return {convert(in_one_step ? left : a, type), convert(in_one_step ? right : b, type)};
}

const Expr& COperators::arithmetic(BinaryOp op, const Expr& left, const Expr& right) {
  const bool takes_floats = op <= BinaryOp::Div;
  for (const Expr* operand : {&left, &right})
    if (takes_floats ? !operand->type().is_arithmetic() : !operand->type().is_integer())
      refuse("'" + std::string(spelling(op)) + "'", *operand);
  const Pair pair = brought_together(left, right);
  return context_.binary(op, pair.left, pair.right);
}

const Expr& COperators::shift(BinaryOp op, const Expr& left_operand, const Expr& right_operand) {
  const Expr &left = promoted(left_operand), &right = promoted(right_operand);
  for (const Expr* operand : {&left, &right})
    if (!operand->type().is_integer()) refuse("'" + std::string(spelling(op)) + "'", *operand);
  return context_.binary(op, left, right);
}

const Expr& COperators::comparison(BinaryOp op, const Expr& left, const Expr& right) {
  const bool left_points = left.type().is_pointer(), right_points = right.type().is_pointer();
  if (!left_points && !right_points) {
    const Pair pair = brought_together(left, right);
    return context_.binary(op, pair.left, pair.right);
  }
  if (left.type().is_float() || right.type().is_float()) refuse("'" + std::string(spelling(op)) + "'", left);
  // Old code compares pointers with integers; clang gives both the pointer's type.
  const Type& type = left_points ? left.type() : right.type();
  return context_.binary(op, convert(left, type), convert(right, type));
}

// GNU C counts void and functions as one byte.
const Expr& COperators::pointer_plus(const Expr& pointer, const Expr& offset) {
  const Type& element = pointer.type().element();
  if (!element.is_void() && !element.is_function()) return context_.binary(BinaryOp::PtrAdd, pointer, offset);
  const Expr& bytes = context_.binary(BinaryOp::PtrAdd, convert(pointer, char_pointer()), offset);
  return convert(bytes, pointer.type());
}

const Expr& COperators::pointer_minus(const Expr& left, const Expr& right) {
  const Type& element = left.type().element();
  const Type& type = element.is_void() || element.is_function() ? char_pointer() : left.type();
  return context_.binary(BinaryOp::PtrDiff, convert(left, type), convert(right, type));
}

const Expr& COperators::conditional(const Expr& condition, const Expr& then_operand, const Expr& else_operand) {
  const Expr &test = scalar(condition), &yes = value(then_operand), &no = value(else_operand);
  if (&yes.type() == &no.type() && !yes.type().is_integer()) return context_.conditional(test, yes, no);
  if (yes.type().is_arithmetic() && no.type().is_arithmetic()) {
    const Pair pair = brought_together(yes, no);
    return context_.conditional(test, pair.left, pair.right);
  }
  if (yes.type().is_pointer() && is_null(no)) return context_.conditional(test, yes, convert(no, yes.type()));
  if (no.type().is_pointer() && is_null(yes)) return context_.conditional(test, convert(yes, no.type()), no);
  if (!yes.type().is_pointer() || !no.type().is_pointer())
    throw OperandError("the arms of ?: have types '" + c_type(yes.type()) + "' and '" + c_type(no.type()) + "'");
  const Type& type = yes.type().element().is_void() ? yes.type() : no.type();
  return context_.conditional(test, convert(yes, type), convert(no, type));
}

} // namespace tandem::cexpr
