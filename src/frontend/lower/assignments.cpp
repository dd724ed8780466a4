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
  const clang::Expr* later[] = {op.getLHS()};
  const Expr& right = hold(value(*op.getRHS()), later, *op.getRHS());
  const Expr* target = &lvalue(*op.getLHS());
  if (use == Use::Value) target = &fix_lvalue(*target, *op.getLHS());

  const clang::QualType computed_in = op.getComputationLHSType();
  const Expr& left = convert(*target, type(computed_in, op));
  const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(op.getOpcode());
  const Expr& result = operate(kind, {left, computed_in}, {right, op.getRHS()->getType()}, op);
  assign(*target, coerce(result, target->type(), op), range(op));
  return target;
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
  if (own.is_pointer()) return pointer_plus({old_value, declared}, context().integer(types().int_type(), by), op);
  if (own.is_float()) return context().binary(BinaryOp::Add, old_value, context().floating(own, by));
  clang::QualType promoted = unit_.ast().isPromotableBitField(op.getSubExpr());
  if (promoted.isNull())
    promoted = unit_.ast().isPromotableIntegerType(declared) ? unit_.ast().getPromotedIntegerType(declared) : declared;
  const Type& computed_in = type(promoted, op);
  const BinaryOp kind = op.isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  return convert(context().binary(kind, convert(old_value, computed_in), context().integer(computed_in, 1)), own);
}

} // namespace tandem::frontend::lower
