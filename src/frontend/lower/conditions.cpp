// Conditions and conditional evaluation: && || ! ?: and their GNU variants. Conditions of statements become branches on
// their operands (docs/decisions/003-binary-branches.md). As values they stay expressions unless an operand has side
// effects.

#include "frontend/lower/function_lowering.h"

#include "frontend/lower/builtins.h"

namespace tandem::frontend::lower {

namespace {

bool reads_nothing(const Expr& expr) {
  if (expr.is_lvalue()) return false;
  for (const Expr* operand : expr.operands())
    if (!reads_nothing(*operand)) return false;
  return expr.kind() != ExprKind::AddressOf;
}

bool yields_truth_value(const clang::Expr& expr) {
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expr);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expr);
  return (binary != nullptr && (binary->isLogicalOp() || binary->isComparisonOp())) ||
         (unary != nullptr && unary->getOpcode() == clang::UO_LNot);
}

// Whether the conversion maps exactly zero to zero.
bool keeps_truth(const clang::CastExpr& cast, const clang::ASTContext& ast) {
  switch (cast.getCastKind()) {
  case clang::CK_IntegralToBoolean:
  case clang::CK_PointerToBoolean:
  case clang::CK_FloatingToBoolean: return true;
  case clang::CK_IntegralCast:
    return yields_truth_value(*cast.getSubExpr()->IgnoreParens()) ||
           ast.getIntWidth(cast.getType()) >= ast.getIntWidth(cast.getSubExpr()->getType());
  default: return false;
  }
}

// The condition without conversions that preserve its truth value and without __builtin_expect.
const clang::Expr& truth_of(const clang::Expr& condition, const clang::ASTContext& ast) {
  const clang::Expr* at = condition.IgnoreParens();
  while (true) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(at); call != nullptr && is_transparent_builtin(*call))
      at = call->getArg(0)->IgnoreParens();
    else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(at); cast != nullptr && keeps_truth(*cast, ast))
      at = cast->getSubExpr()->IgnoreParens();
    else
      return *at;
  }
}

} // namespace

void FunctionLowering::branch(const clang::Expr& condition, DraftLocation if_true, DraftLocation if_false) {
  const clang::Expr& expr = truth_of(condition, unit_.ast());
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(&expr)) {
    if (op->isLogicalOp()) return branch_logical(*op, if_true, if_false);
    if (op->isCommaOp()) {
      effect(*op->getLHS());
      return branch(*op->getRHS(), if_true, if_false);
    }
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(&expr))
    if (op->getOpcode() == clang::UO_LNot) return branch(*op->getSubExpr(), if_false, if_true);
  branch_value(expr, if_true, if_false);
}

void FunctionLowering::branch_logical(const clang::BinaryOperator& op, DraftLocation if_true, DraftLocation if_false) {
  const DraftLocation second = new_location();
  if (op.getOpcode() == clang::BO_LAnd)
    branch(*op.getLHS(), second, if_false);
  else
    branch(*op.getLHS(), if_true, second);
  continue_at(second);
  branch(*op.getRHS(), if_true, if_false);
}

const Expr& FunctionLowering::truth_value(const clang::Expr& condition) {
  if (is_half(condition.getType())) return half_truth(condition);
  // In a call of an assertion that is not declared.
  if (condition.getType()->isRecordType())
    refuse(condition, "a condition of the type '" + condition.getType().getAsString() + "'");
  const Expr& result = value(condition);
  return condition.getType()->isAnyComplexType() ? complex_truth(result, condition) : result;
}

void FunctionLowering::branch_value(const clang::Expr& condition, DraftLocation if_true, DraftLocation if_false) {
  const Expr& truth = truth_value(condition);
  if (const std::optional<bool> constant = constant_truth(truth, condition))
    return jump(*constant ? if_true : if_false, condition);
  shared_.builder.add_branch(here_, truth, if_true, if_false, range(condition));
  here_ = new_location();
}

std::optional<bool> FunctionLowering::constant_truth(const Expr& value, const clang::Expr& condition) const {
  if (value.kind() == ExprKind::Integer) return value.bits() != 0;
  if (value.kind() == ExprKind::Float) return value.float_value() != 0;
  if (value.kind() == ExprKind::AddressOf && root_variable(value.operand(0)) != nullptr) return true;
  bool result = false;
  // By clang, halves are rounded where they are computed.
  if (reads_nothing(value) && !mentions_half(condition) && condition.EvaluateAsBooleanCondition(result, unit_.ast()))
    return result;
  return std::nullopt;
}

const Expr& FunctionLowering::logical(const clang::BinaryOperator& op) {
  if (!effects_.has_effects(*op.getRHS())) {
    const Expr& left = truth_value(*op.getLHS());
    const BinaryOp kind = op.getOpcode() == clang::BO_LAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr;
    return context().binary(kind, left, truth_value(*op.getRHS()));
  }
  const Expr& result = context().variable(new_temporary(type_of(op), range(op)));
  const DraftLocation if_true = new_location(), if_false = new_location(), after = new_location();
  branch_logical(op, if_true, if_false);
  continue_at(if_true);
  assign(result, context().integer(result.type(), 1), range(op));
  jump(after, op);
  continue_at(if_false);
  assign(result, context().integer(result.type(), 0), range(op));
  join(after, op);
  return result;
}

void FunctionLowering::effect_of_logical(const clang::BinaryOperator& op) {
  if (!is_worth_lowering(*op.getRHS())) return effect(*op.getLHS());
  const DraftLocation second = new_location(), after = new_location();
  if (op.getOpcode() == clang::BO_LAnd)
    branch(*op.getLHS(), second, after);
  else
    branch(*op.getLHS(), after, second);
  continue_at(second);
  effect(*op.getRHS());
  join(after, op);
}

// In `a ?: b` clang names the value of a, so that it is evaluated once.
void FunctionLowering::bind_common(const clang::AbstractConditionalOperator& op) {
  const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(&op);
  if (elvis == nullptr) return;
  const clang::Expr& common = *elvis->getCommon();
  opaque_values_[elvis->getOpaqueValue()] = common.isGLValue() ? &lvalue(common) : &value(common);
}

const Expr& FunctionLowering::conditional(const clang::AbstractConditionalOperator& op) {
  if (op.getCond()->getType()->isVectorType()) return vector_choice(op);
  bind_common(op);
  const Type& result_type = type_of(op);
  const bool is_pure = !effects_.has_effects(*op.getTrueExpr()) && !effects_.has_effects(*op.getFalseExpr());
  if (is_pure && result_type.is_scalar()) {
    const Expr& condition = truth_value(*op.getCond());
    const Expr& then = value_as(*op.getTrueExpr(), result_type);
    const Expr& otherwise = value_as(*op.getFalseExpr(), result_type);
    if (const std::optional<bool> constant = constant_truth(condition, *op.getCond()))
      return *constant ? then : otherwise;
    return context().conditional(condition, then, otherwise);
  }
  const Expr& result = context().variable(new_temporary(result_type, range(op)));
  store_choice(result, op, range(op));
  return result;
}

void FunctionLowering::store_choice(const Expr& lvalue, const clang::AbstractConditionalOperator& op,
                                    SourceRange range) {
  const DraftLocation then = new_location(), otherwise = new_location(), after = new_location();
  branch(*op.getCond(), then, otherwise);
  continue_at(then);
  store(lvalue, *op.getTrueExpr(), range);
  jump(after, op);
  continue_at(otherwise);
  store(lvalue, *op.getFalseExpr(), range);
  join(after, op);
}

void FunctionLowering::effect_of_conditional(const clang::AbstractConditionalOperator& op) {
  bind_common(op);
  if (!is_worth_lowering(*op.getTrueExpr()) && !is_worth_lowering(*op.getFalseExpr())) return effect(*op.getCond());
  const DraftLocation then = new_location(), otherwise = new_location(), after = new_location();
  branch(*op.getCond(), then, otherwise);
  continue_at(then);
  effect(*op.getTrueExpr());
  jump(after, op);
  continue_at(otherwise);
  effect(*op.getFalseExpr());
  join(after, op);
}

} // namespace tandem::frontend::lower
