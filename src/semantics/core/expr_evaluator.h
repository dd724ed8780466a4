// The one semantics: what every C expression, conversion, lvalue and assignment means, in terms of a Target.
//
// Integers are bit-vectors of their type's width that wrap around; _Bool is one bit. Comparisons give one bit that is
// extended to int. Pointers are bit-vectors that compare unsigned. Where C leaves conversions implementation-defined,
// they follow gcc: integers are truncated modulo 2^width, a pointer cast to a wider integer is sign-extended, void and
// functions have size 1. Operations with undefined results announce a Check (target.h says which value results).
#pragma once

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "program/model/expr.h"
#include "program/model/program.h"
#include "program/model/type.h"
#include "program/model/variable.h"
#include "semantics/core/target.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tandem::semantics {

template <Target T> class ExprEvaluator {
public:
  using Value = typename T::Value;

  ExprEvaluator(T& target, const TypeTable& types) : target_(target), types_(types) {}

  // The value of a scalar expression: a bit-vector of the type's width, or a float.
  Value value(const Expr& expr);
  // One bit: is the scalar expression different from zero?
  Value condition(const Expr& expr);
  // The address of an lvalue, for an access to it; not for registers and bit-fields. Also of aggregate values (a ? s :
  // t).
  Address<Value> address(const Expr& lvalue) { return locate(lvalue, Purpose::Access); }
  Value pointer_to(const Address<Value>& at);

  // The value of an lvalue of scalar type, and an assignment to it.
  Value read(const Expr& lvalue);
  void write(const Expr& lvalue, Value value);
  // lvalue = value, for scalars and aggregates.
  void assign(const Expr& lvalue, const Expr& value);

private:
  // &p->f and &a[n] are valid for a null p and an array of n elements; p->f and a[n], also as part of &a[n].f, are not.
  enum class Purpose : std::uint8_t { Access, AddressOfPart, Address };
  struct BitField {
    Address<Value> record;
    const Field* field;
  };
  struct Piece { // the part of a bit-field in one naturally sized run of bytes
    std::int64_t byte;
    std::uint32_t bits, low, count;
  };

  static Purpose inside(Purpose purpose) { return purpose == Purpose::Address ? Purpose::AddressOfPart : purpose; }
  static bool is_bit_field(const Expr& lvalue);
  static std::uint32_t storage_bits(const Type& type);
  static std::vector<Piece> pieces(const Field& field);
  std::uint64_t element_size(const Type& element) const;
  std::uint32_t pointer_width() const { return static_cast<std::uint32_t>(types_.size_type().size() * 8); }
  Value number(std::uint32_t width, Int128 value) { return target_.constant(width, static_cast<UInt128>(value)); }
  Value is_zero(const Type& type, Value value);
  Value bit_to_int(Value bit) { return target_.zero_extend(1, types_.int_type().width(), bit); }
  Value not_bit(Value bit) { return target_.binary(BvOp::Xor, 1, bit, number(1, 1)); }
  Value all_of(Value a, Value b) { return target_.binary(BvOp::And, 1, a, b); }
  Value resize(std::uint32_t from, std::uint32_t to, Signedness sign, Value value);
  Value resize(const Type& from, std::uint32_t to, Value value);

  Value integer_constant(const Expr& expr);
  Value evaluate_unary(const Expr& expr);
  Value evaluate_binary(const Expr& expr);
  Value evaluate_integer_binary(const Expr& expr, Value left, Value right);
  Value evaluate_float_binary(const Expr& expr, Value left, Value right);
  Value evaluate_division(const Expr& expr, Value left, Value right);
  Value evaluate_shift(const Expr& expr);
  Value evaluate_pointer_add(const Expr& expr);
  Value evaluate_pointer_difference(const Expr& expr);
  Value evaluate_conditional(const Expr& expr);
  Value evaluate_query(const Expr& expr);
  Value query_object(const Expr& expr);
  Value query_condition(const Expr& expr);
  Value query_range(const Expr& expr, ObjectFact fact);
  Value compare(const Expr& expr);
  std::pair<Value, Value> equatable(Value left, Value right);
  std::pair<Value, Value> comparable(Value left, Value right);
  std::pair<Value, Value> subtractable(Value left, Value right);
  Value compare_integers(BinaryOp op, const Type& type, Value left, Value right);
  Value compare_floats(BinaryOp op, const Type& type, Value left, Value right);
  Value logical(const Expr& expr);
  Value convert(const Type& from, const Type& to, Value value, const Expr& expr);
  Value float_to_integer(const Type& from, const Type& to, Value value, const Expr& expr);
  void check_overflow(const Expr& expr, Value left, Value right);

  Address<Value> locate(const Expr& lvalue, Purpose purpose);
  Address<Value> locate_deref(const Expr& lvalue, Purpose purpose);
  Address<Value> locate_field(const Expr& lvalue, Purpose purpose);
  Address<Value> locate_index(const Expr& lvalue, Purpose purpose);
  Address<Value> locate_choice(const Expr& value);
  Value offset_in_bytes(const Type& index_type, Value index, std::uint64_t size);
  Value load(const Address<Value>& at, const Expr& lvalue);
  void store(const Address<Value>& at, const Expr& lvalue, Value value);
  BitField locate_bit_field(const Expr& lvalue);
  Value load_bit_field(const Expr& lvalue);
  void store_bit_field(const Expr& lvalue, Value value);

  T& target_;
  const TypeTable& types_;
};

// Values.

template <Target T> auto ExprEvaluator<T>::value(const Expr& expr) -> Value {
  switch (expr.kind()) {
  case ExprKind::Integer: return integer_constant(expr);
  case ExprKind::Float: return target_.float_constant(expr.type().float_kind(), expr.float_value());
  case ExprKind::String:
  case ExprKind::Zero: unreachable("strings and zero aggregates should only be assigned");
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Field:
  case ExprKind::Index: return read(expr);
  case ExprKind::AddressOf: return pointer_to(locate(expr.operand(0), Purpose::Address));
  case ExprKind::FunctionAddress: return target_.address_of(expr.function());
  case ExprKind::Unary: return evaluate_unary(expr);
  case ExprKind::Binary: return evaluate_binary(expr);
  case ExprKind::Cast: return convert(expr.operand(0).type(), expr.type(), value(expr.operand(0)), expr);
  case ExprKind::Conditional: return evaluate_conditional(expr);
  case ExprKind::Query: return evaluate_query(expr);
  }
  unreachable();
}

// A Target for which the sign matters gets the constant expression.
template <Target T> auto ExprEvaluator<T>::integer_constant(const Expr& expr) -> Value {
  if constexpr (requires { target_.integer_constant(expr); }) return target_.integer_constant(expr);
  return target_.constant(expr.type().width(), expr.bits());
}

template <Target T> auto ExprEvaluator<T>::condition(const Expr& expr) -> Value {
  if (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::LogicalNot)
    return not_bit(condition(expr.operand(0)));
  if (expr.kind() == ExprKind::Binary && is_comparison(expr.binary_op())) return compare(expr);
  if (expr.kind() == ExprKind::Binary && is_logical(expr.binary_op())) return logical(expr);
  if (expr.kind() == ExprKind::Query && expr.query() > MemoryQuery::ObjectNumber) return query_condition(expr);
  if (expr.type().is_bool()) return value(expr);
  return not_bit(is_zero(expr.type(), value(expr)));
}

template <Target T> auto ExprEvaluator<T>::is_zero(const Type& type, Value value) -> Value {
  if (type.is_float())
    return target_.float_compare(FloatCompare::Eq, type.float_kind(), value,
                                 target_.float_constant(type.float_kind(), 0));
  return target_.compare(BvCompare::Eq, type.width(), value, number(type.width(), 0));
}

template <Target T>
auto ExprEvaluator<T>::resize(std::uint32_t from, std::uint32_t to, Signedness sign, Value value) -> Value {
  if (from == to) return value;
  if (from > to) return target_.extract(from, 0, to, value);
  return sign == Signedness::Signed ? target_.sign_extend(from, to, value) : target_.zero_extend(from, to, value);
}

// As C converts an integer of type `from` to a wider or narrower one.
template <Target T> auto ExprEvaluator<T>::resize(const Type& from, std::uint32_t to, Value value) -> Value {
  return resize(from.width(), to, from.is_signed() ? Signedness::Signed : Signedness::Unsigned, value);
}

template <Target T> auto ExprEvaluator<T>::evaluate_unary(const Expr& expr) -> Value {
  const Type& type = expr.type();
  switch (expr.unary_op()) {
  case UnaryOp::LogicalNot: return bit_to_int(condition(expr));
  case UnaryOp::BitNot: return target_.bit_not(type.width(), value(expr.operand(0)));
  case UnaryOp::Negate: break;
  }
  const Value operand = value(expr.operand(0));
  if (type.is_float()) return target_.float_negate(type.float_kind(), operand);
  if (type.is_signed() && target_.wants(Check::SignedOverflow)) {
    const Value smallest = target_.constant(type.width(), UInt128{1} << (type.width() - 1));
    target_.check(Check::SignedOverflow, not_bit(target_.compare(BvCompare::Eq, type.width(), operand, smallest)),
                  expr);
  }
  return target_.negate(type.width(), operand);
}

template <Target T> auto ExprEvaluator<T>::evaluate_binary(const Expr& expr) -> Value {
  const BinaryOp op = expr.binary_op();
  if (is_comparison(op)) return bit_to_int(compare(expr));
  if (is_logical(op)) return bit_to_int(logical(expr));
  if (op == BinaryOp::Shl || op == BinaryOp::Shr) return evaluate_shift(expr);
  if (op == BinaryOp::PtrAdd) return evaluate_pointer_add(expr);
  if (op == BinaryOp::PtrDiff) return evaluate_pointer_difference(expr);
  const Value left = value(expr.operand(0));
  const Value right = value(expr.operand(1));
  return expr.type().is_float() ? evaluate_float_binary(expr, left, right) : evaluate_integer_binary(expr, left, right);
}

template <Target T> auto ExprEvaluator<T>::evaluate_integer_binary(const Expr& expr, Value left, Value right) -> Value {
  const std::uint32_t width = expr.type().width();
  switch (expr.binary_op()) {
  case BinaryOp::Add: check_overflow(expr, left, right); return target_.binary(BvOp::Add, width, left, right);
  case BinaryOp::Sub: check_overflow(expr, left, right); return target_.binary(BvOp::Sub, width, left, right);
  case BinaryOp::Mul: check_overflow(expr, left, right); return target_.binary(BvOp::Mul, width, left, right);
  case BinaryOp::Div:
  case BinaryOp::Rem: return evaluate_division(expr, left, right);
  case BinaryOp::BitAnd: return target_.binary(BvOp::And, width, left, right);
  case BinaryOp::BitOr: return target_.binary(BvOp::Or, width, left, right);
  case BinaryOp::BitXor: return target_.binary(BvOp::Xor, width, left, right);
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
  case BinaryOp::PtrAdd:
  case BinaryOp::PtrDiff: break;
  }
  unreachable("an integer operator should be arithmetic or bitwise");
}

template <Target T> auto ExprEvaluator<T>::evaluate_float_binary(const Expr& expr, Value left, Value right) -> Value {
  const FloatKind kind = expr.type().float_kind();
  const BinaryOp op = expr.binary_op();
  if (op == BinaryOp::Add) return target_.float_binary(FloatOp::Add, kind, left, right);
  if (op == BinaryOp::Sub) return target_.float_binary(FloatOp::Sub, kind, left, right);
  if (op == BinaryOp::Mul) return target_.float_binary(FloatOp::Mul, kind, left, right);
  require(op == BinaryOp::Div, "a float operator should be one of + - * /");
  return target_.float_binary(FloatOp::Div, kind, left, right);
}

// Sum and difference overflow when the result's sign is impossible given the operands' signs.
template <Target T> void ExprEvaluator<T>::check_overflow(const Expr& expr, Value left, Value right) {
  if (!expr.type().is_signed() || !target_.wants(Check::SignedOverflow)) return;
  const std::uint32_t width = expr.type().width();
  const auto sign_of_both = [&](Value a, Value b) {
    return target_.compare(BvCompare::SLt, width, target_.binary(BvOp::And, width, a, b), number(width, 0));
  };
  const auto differs = [&](Value a, Value b) { return target_.binary(BvOp::Xor, width, a, b); };
  std::optional<Value> overflows;
  if (expr.binary_op() == BinaryOp::Mul) {
    overflows = target_.multiplication_overflows(width, left, right);
  } else if (expr.binary_op() == BinaryOp::Add) {
    const Value sum = target_.binary(BvOp::Add, width, left, right);
    overflows = sign_of_both(differs(left, sum), differs(right, sum));
  } else {
    const Value difference = target_.binary(BvOp::Sub, width, left, right);
    overflows = sign_of_both(differs(left, right), differs(left, difference));
  }
  target_.check(Check::SignedOverflow, not_bit(*overflows), expr);
}

template <Target T> auto ExprEvaluator<T>::evaluate_division(const Expr& expr, Value left, Value right) -> Value {
  const Type& type = expr.type();
  const std::uint32_t width = type.width();
  if (target_.wants(Check::DivisionByZero)) target_.check(Check::DivisionByZero, not_bit(is_zero(type, right)), expr);
  if (type.is_signed() && target_.wants(Check::DivisionOverflow)) {
    const Value smallest = target_.constant(width, UInt128{1} << (width - 1));
    const Value is_smallest = target_.compare(BvCompare::Eq, width, left, smallest);
    const Value by_minus_one = target_.compare(BvCompare::Eq, width, right, number(width, -1));
    target_.check(Check::DivisionOverflow, not_bit(all_of(is_smallest, by_minus_one)), expr);
  }
  if (expr.binary_op() == BinaryOp::Div)
    return target_.binary(type.is_signed() ? BvOp::SDiv : BvOp::UDiv, width, left, right);
  return target_.binary(type.is_signed() ? BvOp::SRem : BvOp::URem, width, left, right);
}

// The amount has a type of its own. Taken modulo the width, it survives truncation to the operand's width.
template <Target T> auto ExprEvaluator<T>::evaluate_shift(const Expr& expr) -> Value {
  const Type& type = expr.type();
  const Type& amount_type = expr.operand(1).type();
  const std::uint32_t width = type.width();
  require(std::has_single_bit(width), "a shifted operand should have a promoted type");
  const Value operand = value(expr.operand(0));
  const Value amount = value(expr.operand(1));
  if (target_.wants(Check::ShiftAmount))
    target_.check(Check::ShiftAmount,
                  target_.compare(BvCompare::ULt, amount_type.width(), amount, number(amount_type.width(), width)),
                  expr);
  const Value count = target_.binary(BvOp::And, width, resize(amount_type, width, amount), number(width, width - 1));
  if (expr.binary_op() == BinaryOp::Shl) return target_.binary(BvOp::Shl, width, operand, count);
  return target_.binary(type.is_signed() ? BvOp::AShr : BvOp::LShr, width, operand, count);
}

template <Target T> auto ExprEvaluator<T>::evaluate_conditional(const Expr& expr) -> Value {
  return target_.choose(
      expr.type().width(), condition(expr.operand(0)), [&] { return value(expr.operand(1)); },
      [&] { return value(expr.operand(2)); });
}

template <Target T> auto ExprEvaluator<T>::logical(const Expr& expr) -> Value {
  const Value left = condition(expr.operand(0));
  const auto right = [&] { return condition(expr.operand(1)); };
  if (expr.binary_op() == BinaryOp::LogicalAnd) return target_.choose(1, left, right, [&] { return number(1, 0); });
  return target_.choose(1, left, [&] { return number(1, 1); }, right);
}

// Two pointers, for their order; a Target whose addresses have other numbers than its integers translates.
template <Target T> auto ExprEvaluator<T>::comparable(Value left, Value right) -> std::pair<Value, Value> {
  if constexpr (requires { target_.comparable(left, right); }) return target_.comparable(left, right);
  return {left, right};
}

// Two pointers, for whether they are equal.
template <Target T> auto ExprEvaluator<T>::equatable(Value left, Value right) -> std::pair<Value, Value> {
  if constexpr (requires { target_.equatable(left, right); }) return target_.equatable(left, right);
  return {left, right};
}

// The same for their distance.
template <Target T> auto ExprEvaluator<T>::subtractable(Value left, Value right) -> std::pair<Value, Value> {
  if constexpr (requires { target_.subtractable(left, right); }) return target_.subtractable(left, right);
  return {left, right};
}

template <Target T> auto ExprEvaluator<T>::compare(const Expr& expr) -> Value {
  const Type& type = expr.operand(0).type();
  Value left = value(expr.operand(0));
  Value right = value(expr.operand(1));
  const bool is_equation = expr.binary_op() == BinaryOp::Eq || expr.binary_op() == BinaryOp::Ne;
  if (type.is_pointer()) std::tie(left, right) = is_equation ? equatable(left, right) : comparable(left, right);
  return type.is_float() ? compare_floats(expr.binary_op(), type, left, right)
                         : compare_integers(expr.binary_op(), type, left, right);
}

template <Target T>
auto ExprEvaluator<T>::compare_integers(BinaryOp op, const Type& type, Value left, Value right) -> Value {
  const BvCompare less = type.is_signed() ? BvCompare::SLt : BvCompare::ULt;
  const BvCompare less_equal = type.is_signed() ? BvCompare::SLe : BvCompare::ULe;
  const std::uint32_t width = type.width();
  if (op == BinaryOp::Eq) return target_.compare(BvCompare::Eq, width, left, right);
  if (op == BinaryOp::Ne) return not_bit(target_.compare(BvCompare::Eq, width, left, right));
  if (op == BinaryOp::Lt) return target_.compare(less, width, left, right);
  if (op == BinaryOp::Le) return target_.compare(less_equal, width, left, right);
  if (op == BinaryOp::Gt) return target_.compare(less, width, right, left);
  require(op == BinaryOp::Ge, "a comparison should be one of six");
  return target_.compare(less_equal, width, right, left);
}

template <Target T>
auto ExprEvaluator<T>::compare_floats(BinaryOp op, const Type& type, Value left, Value right) -> Value {
  const FloatKind kind = type.float_kind();
  if (op == BinaryOp::Eq) return target_.float_compare(FloatCompare::Eq, kind, left, right);
  if (op == BinaryOp::Ne) return not_bit(target_.float_compare(FloatCompare::Eq, kind, left, right));
  if (op == BinaryOp::Lt) return target_.float_compare(FloatCompare::Lt, kind, left, right);
  if (op == BinaryOp::Le) return target_.float_compare(FloatCompare::Le, kind, left, right);
  if (op == BinaryOp::Gt) return target_.float_compare(FloatCompare::Lt, kind, right, left);
  require(op == BinaryOp::Ge, "a comparison should be one of six");
  return target_.float_compare(FloatCompare::Le, kind, right, left);
}

// Conversions.

template <Target T>
auto ExprEvaluator<T>::convert(const Type& from, const Type& to, Value value, const Expr& expr) -> Value {
  if (&from == &to) return value;
  if (to.is_bool()) return from.is_bool() ? value : not_bit(is_zero(from, value));
  if (from.is_float() && to.is_float())
    return from.float_kind() == to.float_kind() ? value
                                                : target_.float_convert(from.float_kind(), to.float_kind(), value);
  if (from.is_float()) return float_to_integer(from, to, value, expr);
  if (to.is_float())
    return target_.float_from_integer(to.float_kind(), from.is_signed() ? Signedness::Signed : Signedness::Unsigned,
                                      from.width(), value);
  if (from.is_pointer()) {
    if constexpr (requires { target_.integer_from_pointer(value); })
      if (!to.is_pointer()) value = target_.integer_from_pointer(value);
    return resize(from.width(), to.width(), Signedness::Signed, value);
  }
  value = resize(from, to.width(), value);
  if constexpr (requires { target_.pointer_from_integer(value); })
    if (to.is_pointer()) value = target_.pointer_from_integer(value);
  return value;
}

// The truncated value must fit: smallest - 1 < value < largest + 1. Where the format cannot represent smallest - 1, no
// value lies between it and smallest.
template <Target T>
auto ExprEvaluator<T>::float_to_integer(const Type& from, const Type& to, Value value, const Expr& expr) -> Value {
  const FloatKind kind = from.float_kind();
  if (target_.wants(Check::FloatToInteger)) {
    const int digits = kind == FloatKind::Float ? 24 : kind == FloatKind::Double ? 53 : 64;
    const int magnitude = static_cast<int>(to.width()) - (to.is_signed() ? 1 : 0);
    const long double end = std::ldexp(1.0L, magnitude);
    const bool exact = !to.is_signed() || magnitude < digits;
    const long double start = (to.is_signed() ? -end : 0.0L) - (exact ? 1 : 0);
    const Value above = target_.float_compare(exact ? FloatCompare::Lt : FloatCompare::Le, kind,
                                              target_.float_constant(kind, start), value);
    const Value below = target_.float_compare(FloatCompare::Lt, kind, value, target_.float_constant(kind, end));
    target_.check(Check::FloatToInteger, all_of(above, below), expr);
  }
  return target_.integer_from_float(to.width(), to.is_signed() ? Signedness::Signed : Signedness::Unsigned, kind,
                                    value);
}

// Pointers.

template <Target T> std::uint64_t ExprEvaluator<T>::element_size(const Type& element) const {
  if (element.is_void() || element.is_function()) return 1;
  return element.size();
}

template <Target T>
auto ExprEvaluator<T>::offset_in_bytes(const Type& index_type, Value index, std::uint64_t size) -> Value {
  const std::uint32_t width = pointer_width();
  const Value wide = resize(index_type, width, index);
  return size == 1 ? wide : target_.binary(BvOp::Mul, width, wide, target_.constant(width, size));
}

template <Target T> auto ExprEvaluator<T>::evaluate_pointer_add(const Expr& expr) -> Value {
  const Value pointer = value(expr.operand(0));
  const Value bytes =
      offset_in_bytes(expr.operand(1).type(), value(expr.operand(1)), element_size(expr.type().element()));
  return target_.binary(BvOp::Add, pointer_width(), pointer, bytes);
}

// The division is exact, since both pointers lead into one array; like compilers, it shifts for powers of two.
template <Target T> auto ExprEvaluator<T>::evaluate_pointer_difference(const Expr& expr) -> Value {
  const std::uint32_t width = pointer_width();
  const Value first = value(expr.operand(0));
  const auto [left, right] = subtractable(first, value(expr.operand(1)));
  const Value bytes = target_.binary(BvOp::Sub, width, left, right);
  const std::uint64_t size = element_size(expr.operand(0).type().element());
  if (size <= 1) return bytes;
  if (std::has_single_bit(size)) return target_.binary(BvOp::AShr, width, bytes, number(width, std::countr_zero(size)));
  return target_.binary(BvOp::SDiv, width, bytes, target_.constant(width, size));
}

template <Target T> auto ExprEvaluator<T>::pointer_to(const Address<Value>& at) -> Value {
  if (at.offset == 0) return at.base;
  return target_.binary(BvOp::Add, pointer_width(), at.base, number(pointer_width(), at.offset));
}

} // namespace tandem::semantics

#include "semantics/core/expr_evaluator_lvalues.h" // IWYU pragma: export
#include "semantics/core/expr_evaluator_queries.h" // IWYU pragma: export
