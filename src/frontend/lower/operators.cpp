// Operators without side effects. Clang has converted the operands already; pointer arithmetic is made explicit here.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"
#include "program/model/not_understood.h"

namespace tandem::frontend::lower {

namespace {

BinaryOp operator_of(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Mul: return BinaryOp::Mul;
  case clang::BO_Div: return BinaryOp::Div;
  case clang::BO_Rem: return BinaryOp::Rem;
  case clang::BO_Add: return BinaryOp::Add;
  case clang::BO_Sub: return BinaryOp::Sub;
  case clang::BO_Shl: return BinaryOp::Shl;
  case clang::BO_Shr: return BinaryOp::Shr;
  case clang::BO_And: return BinaryOp::BitAnd;
  case clang::BO_Xor: return BinaryOp::BitXor;
  case clang::BO_Or: return BinaryOp::BitOr;
  case clang::BO_LT: return BinaryOp::Lt;
  case clang::BO_GT: return BinaryOp::Gt;
  case clang::BO_LE: return BinaryOp::Le;
  case clang::BO_GE: return BinaryOp::Ge;
  case clang::BO_EQ: return BinaryOp::Eq;
  case clang::BO_NE: return BinaryOp::Ne;
  default: unreachable("only operators without side effects should get here");
  }
}

bool is_wide_bit_field(const clang::Expr& expr, const clang::ASTContext& ast) {
  const clang::FieldDecl* field = expr.IgnoreParens()->getSourceBitField();
  if (field == nullptr) return false;
  const unsigned bits = field->getBitWidthValue(ast);
  return bits > ast.getTypeSize(ast.IntTy) && bits < ast.getTypeSize(field->getType());
}

// Results that need more bits than a wide bit-field has, unless the other operand has as many as its type.
bool may_exceed_bit_field(const clang::BinaryOperator& op, const clang::ASTContext& ast) {
  const clang::BinaryOperatorKind kind = op.getOpcode();
  if (kind == clang::BO_Shl) return is_wide_bit_field(*op.getLHS(), ast);
  if (kind != clang::BO_Add && kind != clang::BO_Sub && kind != clang::BO_Mul) return false;
  const auto is_as_wide = [&](const clang::Expr* operand) {
    return !is_wide_bit_field(*operand, ast) &&
           ast.getTypeSize(operand->IgnoreParenImpCasts()->getType()) > ast.getTypeSize(ast.IntTy);
  };
  return (is_wide_bit_field(*op.getLHS(), ast) && !is_as_wide(op.getRHS())) ||
         (is_wide_bit_field(*op.getRHS(), ast) && !is_as_wide(op.getLHS()));
}

} // namespace

const Expr& FunctionLowering::unary(const clang::UnaryOperator& op) {
  const clang::QualType operand = op.getSubExpr()->getType();
  const bool computes = op.isArithmeticOp() || op.getOpcode() == clang::UO_Real || op.getOpcode() == clang::UO_Imag;
  if (computes && op.getOpcode() != clang::UO_Plus) {
    if (operand->isVectorType()) return vector_unary(op);
    if (operand->isAnyComplexType()) return complex_unary(op);
  }
  switch (op.getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec:
  case clang::UO_PreInc:
  case clang::UO_PreDec: return *increment(op, Use::Value);
  case clang::UO_AddrOf: return address_of(*op.getSubExpr());
  case clang::UO_Deref: return lvalue(op);
  case clang::UO_Plus:
  case clang::UO_Extension:
  case clang::UO_Real: return value(*op.getSubExpr());
  case clang::UO_Imag: effect(*op.getSubExpr()); return context().zero(type_of(op));
  case clang::UO_Minus:
  case clang::UO_Not: {
    if (is_wide_bit_field(*op.getSubExpr(), unit_.ast())) note_wide_bit_field(op);
    const Expr& inner = value(*op.getSubExpr());
    const Expr& wide = operand->isBitIntType() ? promoted(inner) : inner;
    const Expr& result = op.getOpcode() == clang::UO_Minus ? negate(wide) : context().unary(UnaryOp::BitNot, wide);
    return operand->isBitIntType() ? narrowed(convert(result, inner.type()), op.getType()) : result;
  }
  case clang::UO_LNot:
    if (is_half(operand)) return context().unary(UnaryOp::LogicalNot, half_truth(*op.getSubExpr()));
    return context().unary(UnaryOp::LogicalNot, value(*op.getSubExpr()));
  case clang::UO_Coawait: break;
  }
  refuse(op, "the operator " + clang::UnaryOperator::getOpcodeStr(op.getOpcode()).str());
}

const Expr& FunctionLowering::binary(const clang::BinaryOperator& op) {
  if (op.isAssignmentOp()) return *assignment(op, Use::Value);
  if (op.isLogicalOp()) return logical(op);
  if (op.isCommaOp()) {
    effect(*op.getLHS());
    return value(*op.getRHS());
  }
  if (is_half(op.getLHS()->getType())) return half_operation(op);
  if (may_exceed_bit_field(op, unit_.ast())) note_wide_bit_field(op);
  const clang::Expr* operands[] = {op.getLHS(), op.getRHS()};
  const std::vector<const Expr*> lowered = values(operands);
  return operate(op.getOpcode(), {*lowered[0], op.getLHS()->getType()}, {*lowered[1], op.getRHS()->getType()}, op);
}

void FunctionLowering::note_wide_bit_field(const clang::Expr& at) {
  shared_.notes.once(unit_.point(at.getBeginLoc()), std::string(wide_bit_field_note));
}

// `at` is the expression that the operator belongs to.
const Expr& FunctionLowering::operate(clang::BinaryOperatorKind op, Operand left, Operand right,
                                      const clang::Expr& at) {
  const bool left_is_pointer = left.type->isPointerType(), right_is_pointer = right.type->isPointerType();
  if (op == clang::BO_Add && left_is_pointer) return pointer_plus(left, right.value, at);
  if (op == clang::BO_Add && right_is_pointer) return pointer_plus(right, left.value, at);
  if (op == clang::BO_Sub && left_is_pointer && right_is_pointer) return pointer_minus(left, right, at);
  if (op == clang::BO_Sub && left_is_pointer) return pointer_plus(left, negated_offset(right.value), at);
  const BinaryOp kind = operator_of(op);
  if (left.type->isVectorType()) return vector_operation(kind, left.value, right.value, at);
  if (left.type->isAnyComplexType() || right.type->isAnyComplexType())
    return complex_operation(kind, left.value, right.value, at);
  const bool is_shift = kind == BinaryOp::Shl || kind == BinaryOp::Shr;
  if (left.type->isBitIntType()) {
    const Expr &first = promoted(left.value), &second = promoted(right.value);
    const Expr& result = context().binary(kind, first, is_shift ? second : coerce(second, first.type(), at));
    return is_comparison(kind) ? result : narrowed(convert(result, left.value.type()), left.type);
  }
  return context().binary(kind, left.value, is_shift ? right.value : coerce(right.value, left.value.type(), at));
}

// An offset of an unsigned type must not wrap around in that type.
const Expr& FunctionLowering::negated_offset(const Expr& offset) {
  return negate(convert(offset, types().ptrdiff_type()));
}

// Pointers to variable-length arrays point to their innermost elements; void and functions count as one byte (GNU).
const Expr& FunctionLowering::pointer_plus(Operand pointer, const Expr& offset, const clang::Expr& at) {
  const clang::QualType pointee = pointer.type->getPointeeType();
  if (const Expr* count = element_count(pointee, at)) {
    const Expr& elements = convert(*count, types().ptrdiff_type());
    const Expr& scaled = context().binary(BinaryOp::Mul, convert(offset, types().ptrdiff_type()), elements);
    return context().binary(BinaryOp::PtrAdd, pointer.value, scaled);
  }
  const Type& element = type(pointee, at);
  if (!element.is_void() && !element.is_function()) return context().binary(BinaryOp::PtrAdd, pointer.value, offset);
  const Type& bytes = types().pointer_to(types().integer(IntegerKind::Char));
  return convert(context().binary(BinaryOp::PtrAdd, convert(pointer.value, bytes), offset), pointer.value.type());
}

const Expr& FunctionLowering::pointer_minus(Operand left, Operand right, const clang::Expr& at) {
  const clang::QualType pointee = left.type->getPointeeType();
  const Type& element = type(pointee, at);
  const bool in_bytes = element.is_void() || element.is_function();
  const Type& pointer = in_bytes ? types().pointer_to(types().integer(IntegerKind::Char)) : left.value.type();
  const Expr& difference =
      context().binary(BinaryOp::PtrDiff, convert(left.value, pointer), convert(right.value, pointer));
  if (const Expr* count = element_count(pointee, at))
    return context().binary(BinaryOp::Div, difference, convert(*count, difference.type()));
  return difference;
}

const Expr& FunctionLowering::address_of(const clang::Expr& operand) {
  const clang::Expr& inner = *operand.IgnoreParens();
  if (inner.getType()->isFunctionType()) return function_pointer(inner);
  if (inner.getType()->isVariableArrayType()) return array_pointer(inner);
  return context().address_of(lvalue(inner));
}

} // namespace tandem::frontend::lower
