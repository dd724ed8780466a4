// C's integer promotions and usual arithmetic conversions (C17 6.3.1) on a small struct of rank, signedness and width.
// A cast may be dropped if the type that C computes for the operand without it is the type that the cast produced.

#include "program/cexpr/c_conversions.h"

#include "program/cexpr/c_constants.h"
#include "program/model/type.h"

namespace tandem::cexpr {

namespace {

// The arithmetic type of an expression as C sees it, detached from the type table.
struct ArithmeticType {
  bool is_float = false;
  int rank = 0; // integers: the signed kind, after promotion
  bool is_signed = true;
  std::uint32_t width = 32;

  friend bool operator==(const ArithmeticType&, const ArithmeticType&) = default;
};

constexpr ArithmeticType int_like{false, static_cast<int>(IntegerKind::Int), true, 32};

// Signed kinds stand at even distance from Int, each followed by its unsigned sibling.
int rank(IntegerKind kind) {
  const int distance = static_cast<int>(kind) - static_cast<int>(IntegerKind::Int);
  return static_cast<int>(IntegerKind::Int) + distance / 2 * 2;
}

ArithmeticType promoted(const Type& type) {
  if (type.is_float()) return {true, static_cast<int>(type.float_kind()), true, type.width()};
  if (is_promoted(type)) return int_like;
  return {false, rank(type.integer_kind()), type.is_signed(), type.width()};
}

// An integer constant written without suffix has type int if it fits.
ArithmeticType plain_type(const Expr& expr) {
  if (expr.kind() == ExprKind::Integer && fits_int(expr)) return int_like;
  return promoted(expr.type());
}

// C17 6.3.1.8.
ArithmeticType common(const ArithmeticType& a, const ArithmeticType& b) {
  if (a.is_float != b.is_float) return a.is_float ? a : b;
  if (a.is_float || a.is_signed == b.is_signed) return a.rank >= b.rank ? a : b;
  const ArithmeticType &wide_signed = a.is_signed ? a : b, &wide_unsigned = a.is_signed ? b : a;
  if (wide_unsigned.rank >= wide_signed.rank) return wide_unsigned;
  if (wide_signed.width > wide_unsigned.width) return wide_signed;
  return {false, wide_signed.rank, false, wide_signed.width};
}

// A conversion to _Bool tests for nonzero, which the usual conversions never do.
bool is_arithmetic_conversion(const Expr& expr) {
  if (expr.kind() != ExprKind::Cast) return false;
  const Type &to = expr.type(), &from = expr.operand(0).type();
  return to.is_arithmetic() && from.is_arithmetic() && !to.is_bool();
}

bool keeps_every_value(const Type& to, const Type& from) {
  if (!to.is_integer() || !from.is_integer() || to.is_bool()) return false;
  if (to.is_signed() == from.is_signed()) return to.width() >= from.width();
  return to.is_signed() && to.width() > from.width();
}

ReadableOperands shift_operands(const Expr& left, const Expr& right) {
  const Expr& bare = without_conversion(left);
  if (promotes_back(bare, left.type())) return {&bare, &right, true, true};
  return {&left, &right, false, true};
}

} // namespace

bool is_promoted(const Type& type) { return type.is_integer() && type.integer_kind() < IntegerKind::Int; }

bool converts_silently(const Type& from, const Type& to) {
  if (&from == &to || !from.is_scalar() || !to.is_scalar()) return true;
  return (from.is_arithmetic() && to.is_arithmetic()) || to.is_bool();
}

const Expr& without_widening(const Expr& expr) {
  const Expr* at = &expr;
  while (at->kind() == ExprKind::Cast && keeps_every_value(at->type(), at->operand(0).type())) at = &at->operand(0);
  return *at;
}

const Expr& without_conversion(const Expr& expr) {
  return is_arithmetic_conversion(expr) ? without_widening(expr.operand(0)) : expr;
}

bool promotes_back(const Expr& operand, const Type& wanted) {
  if (!operand.type().is_arithmetic() || !wanted.is_arithmetic()) return false;
  return plain_type(operand) == promoted(wanted);
}

ReadableOperands readable_operands(const Expr& binary) {
  const Expr &left = binary.operand(0), &right = binary.operand(1);
  const BinaryOp op = binary.binary_op();
  if (op == BinaryOp::Shl || op == BinaryOp::Shr) return shift_operands(left, right);
  if (!left.type().is_arithmetic()) return {&left, &right, false, false};

  const ArithmeticType wanted = promoted(left.type());
  const Expr &bare_left = without_conversion(left), &bare_right = without_conversion(right);
  if (common(plain_type(bare_left), plain_type(bare_right)) == wanted) return {&bare_left, &bare_right, true, true};
  if (common(promoted(left.type()), plain_type(bare_right)) == wanted) return {&left, &bare_right, false, true};
  return {&left, &right, false, false};
}

} // namespace tandem::cexpr
