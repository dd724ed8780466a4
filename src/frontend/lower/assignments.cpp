// Simple and compound assignments, increments and decrements. The value of an assignment is read back from its lvalue,
// which is correct for bit-fields, too.
//
// The lvalue of a simple assignment is evaluated before the right operand, as in gcc. For compound assignments both gcc
// and clang evaluate the right operand first.

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

const Expr* FunctionLowering::assignment(const clang::BinaryOperator& op, Use use) {
  const clang::Expr* later[] = {op.getRHS()};
  const Expr* target = &hold_lvalue(lvalue(*op.getLHS()), later, *op.getLHS());
  if (use == Use::Value) target = &fix_lvalue(*target, *op.getLHS());
  store(*target, *op.getRHS(), range(op));
  return target;
}

const Expr* FunctionLowering::compound_assignment(const clang::CompoundAssignOperator& op, Use use) {
  if (is_half(op.getComputationLHSType()) || is_half(op.getLHS()->getType().getAtomicUnqualifiedType()))
    return half_compound_assignment(op, use);
  const clang::Expr* later[] = {op.getLHS()};
  const Expr& right = hold(value(*op.getRHS()), later, *op.getRHS());
  const Expr* target = &lvalue(*op.getLHS());
  if (use == Use::Value) target = &fix_lvalue(*target, *op.getLHS());

  const clang::QualType computed_in = op.getComputationLHSType();
  const Type& computed = type(computed_in, op);
  const Expr& left = &computed == &target->type() ? *target : converted(*target, computed, op);
  const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(op.getOpcode());
  const Expr& result = operate(kind, {left, computed_in}, {right, op.getRHS()->getType()}, op);
  assign(*target, converted(result, target->type(), op), range(op));
  return target;
}

// Between the type of a compound assignment's lvalue and the one it computes in.
const Expr& FunctionLowering::converted(const Expr& value, const Type& type, const clang::Expr& at) {
  if (&value.type() == &type || (value.type().is_scalar() && type.is_scalar())) return coerce(value, type, at);
  const bool is_complex = at.getType()->isAnyComplexType() || value.type().is_record() != type.is_record();
  if (!is_complex) return coerce(value, type, at);
  const ComplexParts parts = complex_parts(value, at);
  return type.is_record() ? make_complex(type, parts, at) : convert(parts.real, type);
}

const Expr* FunctionLowering::increment(const clang::UnaryOperator& op, Use use) {
  const Expr* target = &lvalue(*op.getSubExpr());
  if (use == Use::Value) target = &fix_lvalue(*target, *op.getSubExpr());
  const Expr* result = target;
  if (use == Use::Value && op.isPostfix()) result = &into_temporary(*target, range(op));
  assign(*target, stepped(*target, op), range(op));
  return result;
}

// Incremented or decremented in the promoted type.
const Expr& FunctionLowering::stepped(const Expr& old_value, const clang::UnaryOperator& op) {
  const int by = op.isIncrementOp() ? 1 : -1;
  const clang::QualType declared = op.getSubExpr()->getType();
  const Type& own = old_value.type();
  if (declared->isAnyComplexType()) {
    const ComplexParts parts = complex_parts(old_value, op);
    const Expr& one = convert(context().integer(types().int_type(), by), parts.real.type());
    return make_complex(own, {context().binary(BinaryOp::Add, parts.real, one), parts.imaginary}, op);
  }
  const clang::QualType plain = declared.getAtomicUnqualifiedType();
  if (is_half(plain)) return stepped_half(old_value, plain, op);
  if (declared->isVectorType()) refuse(op, "the increment of a vector");
  if (own.is_pointer()) return pointer_plus({old_value, declared}, context().integer(types().int_type(), by), op);
  if (own.is_float()) return context().binary(BinaryOp::Add, old_value, context().floating(own, by));
  clang::QualType promoted = unit_.ast().isPromotableBitField(op.getSubExpr());
  if (promoted.isNull())
    promoted = unit_.ast().isPromotableIntegerType(declared) ? unit_.ast().getPromotedIntegerType(declared) : declared;
  const Type& computed_in = type(promoted, op);
  const BinaryOp kind = op.isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  const Expr& result = context().binary(kind, convert(old_value, computed_in), context().integer(computed_in, 1));
  return narrowed(convert(result, own), declared);
}

} // namespace tandem::frontend::lower
