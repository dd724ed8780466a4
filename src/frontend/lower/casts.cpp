// Conversions. Constants are folded, so that 0 assigned to a long is just 0.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

namespace tandem::frontend::lower {

const Expr& FunctionLowering::cast(const clang::CastExpr& expr) {
  const clang::Expr& from = *expr.getSubExpr();
  if (llvm::isa<clang::ExplicitCastExpr>(expr)) evaluate_lengths(expr.getType(), expr);
  switch (expr.getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const Expr* passed = passed_argument(expr)) return *passed;
    return narrowed(lvalue(from), expr.getType());
  case clang::CK_NoOp:
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic: return value(from);
  case clang::CK_ArrayToPointerDecay: return decay(from);
  case clang::CK_FunctionToPointerDecay: return convert(function_pointer(from), type_of(expr));
  case clang::CK_NullToPointer: effect(from); return context().zero(type_of(expr));
  case clang::CK_PointerToIntegral: return pointer_to_integer(expr);
  case clang::CK_BitCast:
    if (from.getType()->isVectorType() || expr.getType()->isVectorType())
      return reinterpret(value(from), type_of(expr), expr);
    return coerce(value(from), type_of(expr), expr);
  case clang::CK_VectorSplat: return splat(expr);
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexToReal:
  case clang::CK_FloatingComplexToBoolean:
  case clang::CK_FloatingComplexCast:
  case clang::CK_FloatingComplexToIntegralComplex:
  case clang::CK_IntegralRealToComplex:
  case clang::CK_IntegralComplexToReal:
  case clang::CK_IntegralComplexToBoolean:
  case clang::CK_IntegralComplexCast:
  case clang::CK_IntegralComplexToFloatingComplex: return complex_cast(expr);
  case clang::CK_LValueToRValueBitCast: return reinterpret(value(from), type_of(expr), expr);
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToBoolean:
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_AddressSpaceConversion:
    if (expr.getType()->isVectorType()) return convert_vector(value(from), type_of(expr), expr);
    if (is_half(expr.getType()) || is_half(from.getType())) return half_cast(expr);
    return narrowed(coerce(value(from), type_of(expr), expr), expr.getType());
  case clang::CK_ToUnion: return cast_to_union(expr);
  default: refuse(expr, std::string("the conversion ") + expr.getCastKindName());
  }
}

const Expr& FunctionLowering::convert(const Expr& value, const Type& type) {
  if (value.kind() == ExprKind::Integer) {
    if (type.is_bool()) return context().integer(type, value.bits() != 0);
    if (type.is_integer() || type.is_pointer()) return context().integer(type, static_cast<UInt128>(value.value()));
    const Expr& folded = context().floating(type, static_cast<long double>(value.value()));
    if (static_cast<Int128>(folded.float_value()) == value.value()) return folded; // else it depends on rounding
  }
  if (value.kind() == ExprKind::Float && type.is_float()) return context().floating(type, value.float_value());
  return context().cast(type, value);
}

// For types that differ although clang inserts no conversion: across files, or in old code that is accepted.
const Expr& FunctionLowering::coerce(const Expr& value, const Type& type, const clang::Expr& at) {
  if (&value.type() == &type) return value;
  if (value.type().is_scalar() && type.is_scalar()) return convert(value, type);
  if (value.is_lvalue() && value.type().is_record() && type.is_record() && value.type().size() == type.size())
    return context().deref(context().cast(types().pointer_to(type), context().address_of(value)));
  refuse(at, "a conversion between these types");
}

// The same bytes as another type.
const Expr& FunctionLowering::reinterpret(const Expr& value, const Type& type, const clang::Expr& at) {
  if (&value.type() == &type) return value;
  if (value.type().size() != type.size()) refuse(at, "a conversion between these types");
  return pointee(context().address_of(stored(value, at)), type);
}

const Expr& FunctionLowering::negate(const Expr& value) {
  if (value.kind() == ExprKind::Integer)
    return context().integer(value.type(), 0 - static_cast<UInt128>(value.value()));
  if (value.kind() == ExprKind::Float) return context().floating(value.type(), -value.float_value());
  return context().unary(UnaryOp::Negate, value);
}

// Without operations that overflow: the bits below N, with the highest of them as their sign.
const Expr& FunctionLowering::narrowed(const Expr& value, clang::QualType type) {
  const auto* precise = type->getAs<clang::BitIntType>();
  if (precise == nullptr) return value;
  const Type& stored_as = types().integer(value.type().integer_kind());
  if (precise->getNumBits() == stored_as.width()) return value;
  const Expr& wide = promoted(value);
  const UInt128 sign = UInt128{1} << (precise->getNumBits() - 1);
  const auto constant = [&](UInt128 bits) -> const Expr& { return context().integer(wide.type(), bits); };
  const Expr* result = &context().binary(BinaryOp::BitAnd, wide, constant((sign << 1) - 1));
  if (precise->isSigned())
    result =
        &context().binary(BinaryOp::Sub, context().binary(BinaryOp::BitXor, *result, constant(sign)), constant(sign));
  return convert(*result, stored_as);
}

const Expr& FunctionLowering::decay(const clang::Expr& array) {
  const clang::Expr& inner = *array.IgnoreParens();
  if (inner.getType()->isVariableArrayType()) return array_pointer(inner);
  const Expr& target = lvalue(inner);
  // A va_list is an array to clang on some targets, and one value to tandem.
  return target.type().kind() == TypeKind::VaList ? target : context().decay(target);
}

// Offsets written as the address of a member of the object at 0 are constants.
const Expr& FunctionLowering::pointer_to_integer(const clang::CastExpr& expr) {
  if (const std::optional<const Expr*> constant = try_evaluate(expr)) return **constant;
  return coerce(value(*expr.getSubExpr()), type_of(expr), expr);
}

const Expr& FunctionLowering::function_pointer(const clang::Expr& function) {
  const clang::Expr& inner = *function.IgnoreParens();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&inner)) return reference_value(*reference);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&inner);
  if (unary != nullptr && unary->getOpcode() == clang::UO_Deref) return value(*unary->getSubExpr());
  if (unary != nullptr && unary->getOpcode() == clang::UO_Extension) return function_pointer(*unary->getSubExpr());
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(&inner))
    return function_pointer(*generic->getResultExpr());
  if (const auto* choose = llvm::dyn_cast<clang::ChooseExpr>(&inner))
    return function_pointer(*choose->getChosenSubExpr());
  refuse(inner, std::string("the expression ") + inner.getStmtClassName() + " for a function");
}

const Expr& FunctionLowering::cast_to_union(const clang::CastExpr& expr) {
  const Expr& result = context().variable(new_temporary(type_of(expr), range(expr)));
  const clang::FieldDecl* target =
      clang::CastExpr::getTargetFieldForToUnionCast(expr.getType(), expr.getSubExpr()->getType());
  require(target != nullptr, "a cast to a union should name one of its members");
  store(context().field(result, target->getFieldIndex()), *expr.getSubExpr(), range(expr));
  return result;
}

} // namespace tandem::frontend::lower
