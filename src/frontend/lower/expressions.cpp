// Expressions: evaluated for their value, for their side effects only, or stored to an lvalue. The three ways differ in
// the temporaries they need; each dispatches on clang's node kinds.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

#include <algorithm>
#include <cstring>

namespace tandem::frontend::lower {

namespace {

long double as_long_double(llvm::APFloat value) {
  bool loses_information = false;
  value.convert(llvm::APFloat::x87DoubleExtended(), llvm::APFloat::rmNearestTiesToEven, &loses_information);
  const llvm::APInt bits = value.bitcastToAPInt();
  long double result = 0;
  std::memcpy(&result, bits.getRawData(), 10);
  return result;
}

UInt128 bits_of(const llvm::APInt& value, bool is_signed) {
  const llvm::APInt wide = is_signed ? value.sextOrTrunc(128) : value.zextOrTrunc(128);
  return (static_cast<UInt128>(wide.getRawData()[1]) << 64) | wide.getRawData()[0];
}

// Whether computing the value itself, not the values it is computed from, may be undefined.
bool may_be_undefined(const clang::Expr& expr) {
  if (!expr.getType()->isArithmeticType() && !expr.getType()->isPointerType()) return false;
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expr))
    return cast->getCastKind() == clang::CK_LValueToRValue && !llvm::isa<clang::DeclRefExpr>(cast->IgnoreParenCasts());
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expr))
    return binary->isMultiplicativeOp() || binary->isAdditiveOp() || binary->isShiftOp();
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expr);
  return unary != nullptr && unary->getOpcode() == clang::UO_Minus;
}

bool has_undefined_part(const clang::Stmt& stmt) {
  return std::ranges::any_of(evaluated_children(stmt), [](const clang::Stmt* child) {
    const auto* expr = llvm::dyn_cast<clang::Expr>(child);
    return (expr != nullptr && may_be_undefined(*expr)) || has_undefined_part(*child);
  });
}

} // namespace

const Expr& FunctionLowering::value(const clang::Expr& expr) {
  if (expr.isGLValue()) return lvalue(expr);
  if (is_computed_half(expr)) return make_half(computed_half(expr), expr.getType(), expr);
  switch (expr.getStmtClass()) {
  case clang::Stmt::ParenExprClass: return value(*llvm::cast<clang::ParenExpr>(expr).getSubExpr());
  case clang::Stmt::ConstantExprClass: return value(*llvm::cast<clang::ConstantExpr>(expr).getSubExpr());
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass: return cast(llvm::cast<clang::CastExpr>(expr));
  case clang::Stmt::IntegerLiteralClass:
    return integer_literal(expr, llvm::cast<clang::IntegerLiteral>(expr).getValue());
  case clang::Stmt::CharacterLiteralClass:
    return integer_literal(expr, llvm::APInt(32, llvm::cast<clang::CharacterLiteral>(expr).getValue()));
  case clang::Stmt::CXXBoolLiteralExprClass: // C23's true and false
    return integer_literal(expr, llvm::APInt(32, llvm::cast<clang::CXXBoolLiteralExpr>(expr).getValue() ? 1 : 0));
  case clang::Stmt::CXXNullPtrLiteralExprClass: return context().zero(type_of(expr));
  case clang::Stmt::FloatingLiteralClass:
    return context().floating(type_of(expr), as_long_double(llvm::cast<clang::FloatingLiteral>(expr).getValue()));
  case clang::Stmt::DeclRefExprClass: return reference_value(llvm::cast<clang::DeclRefExpr>(expr));
  case clang::Stmt::UnaryOperatorClass: return unary(llvm::cast<clang::UnaryOperator>(expr));
  case clang::Stmt::BinaryOperatorClass: return binary(llvm::cast<clang::BinaryOperator>(expr));
  case clang::Stmt::CompoundAssignOperatorClass:
    return *compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expr), Use::Value);
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return conditional(llvm::cast<clang::AbstractConditionalOperator>(expr));
  case clang::Stmt::CallExprClass: return call_value(llvm::cast<clang::CallExpr>(expr));
  case clang::Stmt::StmtExprClass: return statement_expression(llvm::cast<clang::StmtExpr>(expr));
  case clang::Stmt::CompoundLiteralExprClass: return compound_literal(llvm::cast<clang::CompoundLiteralExpr>(expr));
  case clang::Stmt::MemberExprClass: return member(llvm::cast<clang::MemberExpr>(expr));
  case clang::Stmt::ArraySubscriptExprClass: return subscript(llvm::cast<clang::ArraySubscriptExpr>(expr));
  case clang::Stmt::UnaryExprOrTypeTraitExprClass: return size_of(llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expr));
  case clang::Stmt::OffsetOfExprClass: return offset_of(llvm::cast<clang::OffsetOfExpr>(expr));
  case clang::Stmt::TypeTraitExprClass: return evaluated(expr);
  case clang::Stmt::GenericSelectionExprClass:
    return value(*llvm::cast<clang::GenericSelectionExpr>(expr).getResultExpr());
  case clang::Stmt::ChooseExprClass: return value(*llvm::cast<clang::ChooseExpr>(expr).getChosenSubExpr());
  case clang::Stmt::OpaqueValueExprClass: return *opaque_values_.at(&llvm::cast<clang::OpaqueValueExpr>(expr));
  case clang::Stmt::InitListExprClass: return list_value(llvm::cast<clang::InitListExpr>(expr));
  case clang::Stmt::ImplicitValueInitExprClass: return context().zero(type_of(expr));
  case clang::Stmt::VAArgExprClass: return variable_argument(llvm::cast<clang::VAArgExpr>(expr));
  case clang::Stmt::AtomicExprClass: return *atomic(llvm::cast<clang::AtomicExpr>(expr));
  case clang::Stmt::AddrLabelExprClass: return label_address(llvm::cast<clang::AddrLabelExpr>(expr));
  case clang::Stmt::ShuffleVectorExprClass: return shuffle(llvm::cast<clang::ShuffleVectorExpr>(expr));
  case clang::Stmt::ConvertVectorExprClass: {
    const clang::Expr& from = *llvm::cast<clang::ConvertVectorExpr>(expr).getSrcExpr();
    return convert_vector(value(from), type_of(expr), expr);
  }
  case clang::Stmt::ExtVectorElementExprClass: return swizzle(llvm::cast<clang::ExtVectorElementExpr>(expr));
  case clang::Stmt::ImaginaryLiteralClass: return complex_literal(llvm::cast<clang::ImaginaryLiteral>(expr));
  case clang::Stmt::BuiltinBitCastExprClass: {
    const clang::Expr* from = llvm::cast<clang::BuiltinBitCastExpr>(expr).getSubExpr();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(from)) from = made->getSubExpr();
    return reinterpret(value(*from), type_of(expr), expr);
  }
  case clang::Stmt::ExprWithCleanupsClass: return value(*llvm::cast<clang::ExprWithCleanups>(expr).getSubExpr());
  default: refuse(expr, std::string("the expression ") + expr.getStmtClassName());
  }
}

// Where nothing uses the value.
bool FunctionLowering::is_worth_lowering(const clang::Expr& expr) {
  if (effects_.has_effects(expr)) return true;
  return shared_.unused == Unused::Computed && (may_be_undefined(expr) || has_undefined_part(expr));
}

void FunctionLowering::effect(const clang::Expr& expr) {
  if (!is_worth_lowering(expr)) return;
  if (shared_.unused == Unused::Computed && may_be_undefined(expr)) {
    into_temporary(value(expr), range(expr));
    return;
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&expr);
      cast != nullptr && cast->getCastKind() != clang::CK_ToUnion)
    return effect(*cast->getSubExpr());
  switch (expr.getStmtClass()) {
  case clang::Stmt::ParenExprClass: return effect(*llvm::cast<clang::ParenExpr>(expr).getSubExpr());
  case clang::Stmt::CallExprClass: call(llvm::cast<clang::CallExpr>(expr), nullptr, Use::Effect); return;
  case clang::Stmt::BinaryOperatorClass: return effect_of_binary(llvm::cast<clang::BinaryOperator>(expr));
  case clang::Stmt::CompoundAssignOperatorClass:
    compound_assignment(llvm::cast<clang::CompoundAssignOperator>(expr), Use::Effect);
    return;
  case clang::Stmt::UnaryOperatorClass: return effect_of_unary(llvm::cast<clang::UnaryOperator>(expr));
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return effect_of_conditional(llvm::cast<clang::AbstractConditionalOperator>(expr));
  case clang::Stmt::StmtExprClass: return statement(*llvm::cast<clang::StmtExpr>(expr).getSubStmt());
  case clang::Stmt::GenericSelectionExprClass:
    return effect(*llvm::cast<clang::GenericSelectionExpr>(expr).getResultExpr());
  case clang::Stmt::ChooseExprClass: return effect(*llvm::cast<clang::ChooseExpr>(expr).getChosenSubExpr());
  case clang::Stmt::AtomicExprClass: atomic(llvm::cast<clang::AtomicExpr>(expr)); return;
  default: value(expr); // its side effects have become edges, the value is dropped
  }
}

void FunctionLowering::effect_of_binary(const clang::BinaryOperator& op) {
  if (op.isAssignmentOp())
    assignment(op, Use::Effect);
  else if (op.isLogicalOp())
    effect_of_logical(op);
  else {
    effect(*op.getLHS());
    effect(*op.getRHS());
  }
}

void FunctionLowering::effect_of_unary(const clang::UnaryOperator& op) {
  if (op.isIncrementDecrementOp())
    increment(op, Use::Effect);
  else
    effect(*op.getSubExpr());
}

void FunctionLowering::store(const Expr& lvalue, const clang::Expr& expr, SourceRange range) {
  const clang::Expr& inner = *expr.IgnoreParens();
  if (const auto* function_call = llvm::dyn_cast<clang::CallExpr>(&inner)) {
    const Expr* result = call(*function_call, &lvalue, Use::Value);
    if (result == nullptr) result = &missing_value(lvalue.type(), range);
    if (result != &lvalue) assign(lvalue, coerce(arrived(*result, type_of(expr), expr), lvalue.type(), expr), range);
    return;
  }
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(&inner);
      choice != nullptr && !is_half(inner.getType()))
    if (effects_.has_effects(*choice->getTrueExpr()) || effects_.has_effects(*choice->getFalseExpr())) {
      bind_common(*choice);
      return store_choice(lvalue, *choice, range);
    }
  assign(lvalue, value_as(expr, lvalue.type()), range);
}

const Expr& FunctionLowering::value_as(const clang::Expr& expr, const Type& type) {
  return coerce(value(expr), type, expr);
}

std::vector<const Expr*> FunctionLowering::values(std::span<const clang::Expr* const> exprs) {
  std::vector<const Expr*> result;
  for (std::size_t i = 0; i < exprs.size(); ++i)
    result.push_back(&hold(value(*exprs[i]), exprs.subspan(i + 1), *exprs[i]));
  return result;
}

const Expr& FunctionLowering::reference_value(const clang::DeclRefExpr& expr) {
  if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(expr.getDecl()))
    return integer_literal(expr, constant->getInitVal());
  if (const auto* callee = llvm::dyn_cast<clang::FunctionDecl>(expr.getDecl())) {
    const Function& function = shared_.declarations.function(*callee, unit_, expr.getBeginLoc());
    // A null pointer, unless a library that is linked has the function.
    if (callee->getMostRecentDecl()->hasAttr<clang::WeakAttr>() && !shared_.declarations.is_defined(function))
      refuse(expr, "the address of the weak function '" + function.source_name() + "', which no file defines,");
    return context().function_address(with_address(function));
  }
  return reference(expr);
}

// The expression that a labelled statement ends in.
const clang::Expr& FunctionLowering::enter_labels(const clang::Stmt& stmt) {
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(&stmt))
    return enter_labels(*attributed->getSubStmt());
  const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(&stmt);
  if (labelled == nullptr) return llvm::cast<clang::Expr>(stmt);
  join(label(*labelled->getDecl()), stmt);
  return enter_labels(*labelled->getSubStmt());
}

// The value is that of the last statement.
const Expr& FunctionLowering::statement_expression(const clang::StmtExpr& expr) {
  const clang::CompoundStmt& body = *expr.getSubStmt();
  const clang::Stmt* last = body.getStmtExprResult();
  const Expr* result = nullptr;
  const std::size_t outer = cleanups_.size();
  for (const clang::Stmt* part : body.body()) {
    if (part != last) {
      statement(*part);
      // Lifetimes last to the end of the block around the expression, cleanups to the end of the expression.
      for (std::size_t i = outer; i < cleanups_.size(); i++) cleanups_[i].scope = unit_.range(body.getSourceRange());
      continue;
    }
    result = &value(enter_labels(*part));
  }
  if (cleanups_.size() > outer && result != nullptr && !result->is_constant())
    result = &into_temporary(*result, range(expr));
  end_scope(outer, {body.getRBracLoc(), body.getRBracLoc()});
  require(result != nullptr, "a statement expression used as a value should have one");
  return *result;
}

const Expr& FunctionLowering::integer_literal(const clang::Expr& expr, const llvm::APInt& value) {
  return context().integer(type_of(expr), bits_of(value, expr.getType()->isSignedIntegerOrEnumerationType()));
}

const Expr& FunctionLowering::size_of(const clang::UnaryExprOrTypeTraitExpr& expr) {
  const clang::QualType argument = expr.getTypeOfArgument();
  if (expr.getKind() != clang::UETT_SizeOf || !argument->isVariableArrayType()) return evaluated(expr);
  if (expr.isArgumentType())
    evaluate_lengths(argument, expr);
  else
    effect(*expr.getArgumentExpr());
  return convert(byte_size(argument, expr), type_of(expr));
}

// Constant except for indices that are not, which GNU C permits.
const Expr& FunctionLowering::offset_of(const clang::OffsetOfExpr& expr) {
  if (const std::optional<const Expr*> constant = try_evaluate(expr)) return **constant;
  const Type& result = type_of(expr);
  const Expr* lvalue =
      &context().deref(context().zero(types().pointer_to(type(expr.getTypeSourceInfo()->getType(), expr))));
  for (unsigned i = 0; i < expr.getNumComponents(); ++i) {
    const clang::OffsetOfNode& part = expr.getComponent(i);
    if (part.getKind() == clang::OffsetOfNode::Field)
      lvalue = &context().field(*lvalue, part.getField()->getFieldIndex());
    else
      lvalue = &context().index(*lvalue, value(*expr.getIndexExpr(part.getArrayExprIndex())));
  }
  return convert(context().address_of(*lvalue), result);
}

const Expr& FunctionLowering::evaluated(const clang::Expr& expr) {
  if (const std::optional<const Expr*> result = try_evaluate(expr)) return **result;
  refuse(expr, "an expression that is not constant here");
}

std::optional<const Expr*> FunctionLowering::try_evaluate(const clang::Expr& expr) {
  clang::Expr::EvalResult result;
  if (expr.isValueDependent() || !expr.EvaluateAsRValue(result, unit_.ast()) || result.HasSideEffects)
    return std::nullopt;
  const Expr* found = constant(result.Val, type_of(expr));
  return found != nullptr ? std::optional(found) : std::nullopt;
}

// nullptr if it is not a number.
const Expr* FunctionLowering::constant(const clang::APValue& value, const Type& type) {
  if (value.isInt() && type.is_integer())
    return &context().integer(type, bits_of(value.getInt(), value.getInt().isSigned()));
  if (value.isFloat() && type.is_float()) return &context().floating(type, as_long_double(value.getFloat()));
  return nullptr;
}

// An indeterminate value: a local that is declared and never assigned.
// An int or a long long of which only a run can tell the value: as if a model of the library had left it open.
void FunctionLowering::leave_unspecified(const Expr& lvalue, SourceRange range) {
  const Type& type = lvalue.type();
  const std::string name = type.size() > 4 ? "tandem_unspecified_llong" : "tandem_unspecified_int";
  Operation op;
  op.kind = OpKind::Nondet;
  op.source = NondetSource::Unspecified;
  op.callee = &shared_.declarations.builtin_function(name, types().function(type, {}, false, true), unit_, {});
  op.lvalue = &lvalue;
  step(op, range);
}

const Expr& FunctionLowering::missing_value(const Type& type, SourceRange range) {
  Variable& result =
      context().add_variable({.kind = VariableKind::Local, .type = &type, .owner = function_, .range = range});
  Operation op;
  op.kind = OpKind::Declare;
  op.variable = &result;
  step(op, range);
  shared_.builder.add_local(*function_, result);
  unnamed_.push_back({&result, "undefined"});
  return context().variable(result);
}

} // namespace tandem::frontend::lower
