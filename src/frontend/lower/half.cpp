// _Float16 and __bf16: records of their bits (declare/types.h), converted by share/clib/half.c.
//
// As in gcc for processors that do not compute in these types, expressions are computed in float and rounded only where
// they are stored, passed, returned or cast to the type itself; literals have the precision of float, too
// (docs/decisions/037-half-precision.md).

#include "frontend/lower/function_lowering.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <array>

namespace tandem::frontend::lower {

namespace {

// An expression whose value is computed in float.
bool is_computed(const clang::Expr& expr) {
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expr))
    return binary->isAdditiveOp() || binary->isMultiplicativeOp();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expr))
    return unary->getOpcode() == clang::UO_Minus || unary->getOpcode() == clang::UO_Plus;
  return llvm::isa<clang::FloatingLiteral, clang::AbstractConditionalOperator>(expr);
}

// What an expression has the value of: that of its last operand, or of the one chosen at compile time.
const clang::Expr* plain_operand(const clang::Expr& expr) {
  if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(&expr)) return paren->getSubExpr();
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(&expr)) return generic->getResultExpr();
  if (const auto* choose = llvm::dyn_cast<clang::ChooseExpr>(&expr)) return choose->getChosenSubExpr();
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expr);
  return unary != nullptr && unary->getOpcode() == clang::UO_Extension ? unary->getSubExpr() : nullptr;
}

const llvm::fltSemantics& half_semantics(clang::QualType type) {
  return is_bfloat(type.getAtomicUnqualifiedType()) ? llvm::APFloat::BFloat() : llvm::APFloat::IEEEhalf();
}

llvm::APFloat rounded_to(llvm::APFloat number, const llvm::fltSemantics& semantics) {
  bool loses_information = false;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &loses_information);
  return number;
}

} // namespace

bool mentions_half(const clang::Stmt& stmt) {
  const auto* expr = llvm::dyn_cast<clang::Expr>(&stmt);
  if (expr != nullptr && is_half(expr->getType())) return true;
  for (const clang::Stmt* child : stmt.children())
    if (child != nullptr && mentions_half(*child)) return true;
  return false;
}

const Expr& FunctionLowering::call_conversion(const char* name, const Type& result, const Expr& argument,
                                              const clang::Expr& at) {
  if (global_ != nullptr) refuse(at, "this constant expression of the type '" + at.getType().getAsString() + "'");
  Operation op;
  op.kind = OpKind::Call;
  op.callee = shared_.declarations.model_function(name);
  if (op.callee == nullptr) refuse(at, "a conversion of _Float16 or __bf16 beside own functions of the C library");
  op.arguments = context().list({&argument});
  op.lvalue = &context().variable(new_temporary(result, range(at)));
  step(op, range(at));
  return *op.lvalue;
}

// The value of one that is stored, as a float.
const Expr& FunctionLowering::half_to_float(const Expr& half, clang::QualType type, const clang::Expr& at) {
  const char* name = is_bfloat(type) ? "__tandem_bfloat_to_float" : "__tandem_half_to_float";
  return call_conversion(name, types().floating(FloatKind::Float), context().field(stored(half, at), 0), at);
}

// A number of any arithmetic type, rounded once.
const Expr& FunctionLowering::make_half(const Expr& number, clang::QualType half, const clang::Expr& at) {
  const Type& single = types().floating(FloatKind::Float);
  const Type& wide = types().floating(FloatKind::Double);
  const Type& wider = types().floating(FloatKind::LongDouble);
  const Expr* value = &number;
  if (number.type().is_integer()) {
    // What a float does not hold is too large for a half, but a bfloat of it is rounded once or twice.
    value = &convert(number, single);
    if (is_bfloat(half) && number.type().size() > 2 && value->kind() != ExprKind::Float)
      refuse(at, "an integer of more than 16 bits as a '__bf16', which compilers round differently without a cast to "
                 "float,");
  }
  if (&value->type() == &wider) value = &call_conversion("__tandem_double_from_long_double", wide, *value, at);
  if (&value->type() == &wide) value = &call_conversion("__tandem_float_from_double", single, *value, at);
  const char* name = is_bfloat(half) ? "__tandem_bfloat_from_float" : "__tandem_half_from_float";
  const Expr& bits = call_conversion(name, types().integer(IntegerKind::UShort), *value, at);
  const Expr& result = context().variable(new_temporary(type(half, at), range(at)));
  assign(context().field(result, 0), bits, range(at));
  return result;
}

// The value of a half, or another number, as the number it is computed with.
const Expr& FunctionLowering::half_operand(const clang::Expr& expr) {
  return is_half(expr.getType()) ? computed_half(expr) : value(expr);
}

// In float, before it is rounded to the type.
const Expr& FunctionLowering::computed_half(const clang::Expr& expr) {
  if (const clang::Expr* inner = plain_operand(expr)) return computed_half(*inner);
  if (const auto* literal = llvm::dyn_cast<clang::FloatingLiteral>(&expr)) return half_literal(*literal);
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(&expr)) return half_choice(*choice);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expr); unary != nullptr && is_computed(expr)) {
    const Expr& operand = computed_half(*unary->getSubExpr());
    return unary->getOpcode() == clang::UO_Minus ? negate(operand) : operand;
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expr)) {
    if (is_computed(expr)) return half_operation(*binary);
    if (binary->isCommaOp()) {
      effect(*binary->getLHS());
      return computed_half(*binary->getRHS());
    }
  }
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expr);
      cast != nullptr && cast->getCastKind() == clang::CK_IntegralToFloating)
    return convert(value(*cast->getSubExpr()), types().floating(FloatKind::Float));
  return half_to_float(value(expr), expr.getType(), expr);
}

// Arithmetic or a comparison.
const Expr& FunctionLowering::half_operation(const clang::BinaryOperator& op) {
  const clang::Expr* later[] = {op.getRHS()};
  const Expr& left = hold(computed_half(*op.getLHS()), later, *op.getLHS());
  const clang::QualType single = unit_.ast().FloatTy;
  return operate(op.getOpcode(), {left, single}, {computed_half(*op.getRHS()), single}, op);
}

const Expr& FunctionLowering::half_choice(const clang::AbstractConditionalOperator& op) {
  const Expr& result = context().variable(new_temporary(types().floating(FloatKind::Float), range(op)));
  const DraftLocation then = new_location(), otherwise = new_location(), after = new_location();
  const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(&op);
  const bool keeps_condition = elvis != nullptr && is_half(elvis->getCommon()->getType());
  if (keeps_condition) {
    assign(result, computed_half(*elvis->getCommon()), range(op));
    const Expr& is_set = context().binary(BinaryOp::Ne, result, context().zero(result.type()));
    shared_.builder.add_branch(here_, is_set, then, otherwise, range(op));
  } else {
    bind_common(op);
    branch(*op.getCond(), then, otherwise);
  }
  continue_at(then);
  if (!keeps_condition) assign(result, computed_half(*op.getTrueExpr()), range(op));
  jump(after, op);
  continue_at(otherwise);
  assign(result, computed_half(*op.getFalseExpr()), range(op));
  join(after, op);
  return result;
}

// Clang has literals rounded to the type already: the text is read again.
const Expr& FunctionLowering::half_literal(const clang::FloatingLiteral& literal) {
  const clang::SourceManager& sources = unit_.ast().getSourceManager();
  llvm::SmallString<32> buffer;
  bool is_invalid = false;
  const llvm::StringRef text = clang::Lexer::getSpelling(sources.getSpellingLoc(literal.getLocation()), buffer, sources,
                                                         unit_.ast().getLangOpts(), &is_invalid);
  llvm::APFloat number(llvm::APFloat::IEEEsingle());
  const std::size_t suffix = text.lower().rfind("f16");
  if (is_invalid || suffix == std::string::npos) refuse(literal, "this literal");
  auto status = number.convertFromString(text.take_front(suffix), llvm::APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    refuse(literal, "this literal");
  }
  return context().floating(types().floating(FloatKind::Float), static_cast<long double>(number.convertToFloat()));
}

// Whether it is rounded to a half only now, because it was computed.
bool FunctionLowering::is_computed_half(const clang::Expr& expr) {
  return is_half(expr.getType()) && is_computed(expr);
}

const Expr& FunctionLowering::half_truth(const clang::Expr& expr) {
  const Expr& number = computed_half(expr);
  return context().binary(BinaryOp::Ne, number, context().zero(number.type()));
}

// To, from and between these types.
const Expr& FunctionLowering::half_cast(const clang::CastExpr& expr) {
  const clang::Expr& from = *expr.getSubExpr();
  if (is_half(expr.getType())) return make_half(half_operand(from), expr.getType(), expr);
  if (expr.getType()->isBooleanType()) return convert(half_truth(from), type_of(expr));
  return narrowed(coerce(computed_half(from), type_of(expr), expr), expr.getType());
}

// Builtin functions of these types but for comparisons; nullptr for those that are not known. Unlike operators, they
// see what was computed after it is rounded.
const Expr* FunctionLowering::half_builtin(std::string_view name, const clang::CallExpr& expr) {
  constexpr std::array<std::string_view, 7> classifying{"isnan",  "isinf",   "isinf_sign", "isfinite",
                                                        "finite", "signbit", "isnormal"};
  const Type& single = types().floating(FloatKind::Float);
  const SourceRange where = range(expr);
  const auto rounded = [&](const clang::Expr& written) -> const Expr& {
    return half_to_float(value(written), written.getType(), written);
  };
  if (std::ranges::find(classifying, name) != classifying.end() && expr.getNumArgs() == 1) {
    const clang::Expr& written = *expr.getArg(0);
    const Expr& number = rounded(written);
    // The subnormal numbers of a half become those of a float.
    const Expr& asked = name != "isnormal" || is_bfloat(written.getType())
                            ? number
                            : context().binary(BinaryOp::Mul, number, context().floating(single, 0x1p-112L));
    return call_library("__builtin_" + std::string(name), type_of(expr), {&asked}, where);
  }
  if (name == "fabsf16" && expr.getNumArgs() == 1)
    return &make_half(*call_library("fabsf", single, {&rounded(*expr.getArg(0))}, where), expr.getType(), expr);
  if (name == "copysignf16" && expr.getNumArgs() == 2) {
    const clang::Expr* later[] = {expr.getArg(1)};
    const Expr& magnitude = hold(rounded(*expr.getArg(0)), later, expr);
    const Expr& with_sign = *call_library("copysignf", single, {&magnitude, &rounded(*expr.getArg(1))}, where);
    return &make_half(with_sign, expr.getType(), expr);
  }
  return nullptr;
}

// One of both is a half, or they are computed as halves.
const Expr* FunctionLowering::half_compound_assignment(const clang::CompoundAssignOperator& op, Use use) {
  const clang::Expr* later[] = {op.getLHS()};
  const Expr& right = hold(half_operand(*op.getRHS()), later, *op.getRHS());
  const Expr* target = &lvalue(*op.getLHS());
  if (use == Use::Value) target = &fix_lvalue(*target, *op.getLHS());
  const clang::QualType declared = op.getLHS()->getType().getAtomicUnqualifiedType();
  const Expr& old_value = is_half(declared) ? half_to_float(*target, declared, op) : *target;
  const bool in_float = is_half(op.getComputationLHSType());
  const clang::QualType computed_in = in_float ? unit_.ast().FloatTy : op.getComputationLHSType();
  const Expr& left = coerce(old_value, type(computed_in, op), op);
  const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(op.getOpcode());
  const Expr& result = operate(kind, {left, computed_in}, {right, computed_in}, op);
  const Expr& rounded =
      is_half(declared) ? make_half(result, declared, op) : narrowed(coerce(result, target->type(), op), declared);
  assign(*target, rounded, range(op));
  return target;
}

const Expr& FunctionLowering::stepped_half(const Expr& old_value, clang::QualType half,
                                           const clang::UnaryOperator& op) {
  const Expr& number = half_to_float(old_value, half, op);
  const Expr& by = context().floating(number.type(), op.isIncrementOp() ? 1 : -1);
  return make_half(context().binary(BinaryOp::Add, number, by), half, op);
}

// The initial value of a global. Clang would round each operation of a constant expression.
bool FunctionLowering::initialize_half(const Target& target, const clang::Expr& init) {
  if (!mentions_half(init) || llvm::isa<clang::ImplicitValueInitExpr>(init)) return false;
  const clang::QualType type = init.getType().getAtomicUnqualifiedType();
  if (!is_half(type)) {
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(init.IgnoreParens());
    const bool is_widened = cast != nullptr && type->isRealFloatingType() && is_half(cast->getSubExpr()->getType());
    const std::optional<llvm::APFloat> number = is_widened ? half_operand_constant(*cast->getSubExpr()) : std::nullopt;
    if (!number) refuse(init, "this constant expression with the type '_Float16' or '__bf16'");
    write_initial(target, context().floating(target.lvalue.type(), static_cast<long double>(number->convertToFloat())));
    return true;
  }
  std::optional<llvm::APFloat> number = half_constant(init);
  if (!number) refuse(init, "this constant expression of the type '" + type.getAsString() + "'");
  const llvm::APFloat rounded = rounded_to(*number, half_semantics(type));
  const Expr& bits = context().field(target.lvalue, 0);
  write_initial(target.part(bits),
                context().integer(bits.type(), static_cast<UInt128>(rounded.bitcastToAPInt().getZExtValue())));
  return true;
}

// As what it is computed with: a float, which has been rounded to the type only if it comes from a cast.
std::optional<llvm::APFloat> FunctionLowering::half_operand_constant(const clang::Expr& expr) {
  const clang::Expr* at = &expr;
  while (const clang::Expr* inner = plain_operand(*at)) at = inner;
  std::optional<llvm::APFloat> number = half_constant(*at);
  if (!number) return number;
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(at);
  const bool is_integer = cast != nullptr && llvm::isa<clang::ImplicitCastExpr>(cast) &&
                          cast->getCastKind() == clang::CK_IntegralToFloating;
  if (cast != nullptr && !is_integer) number = rounded_to(*number, half_semantics(at->getType()));
  return rounded_to(*number, llvm::APFloat::IEEEsingle());
}

// Before it is rounded to the type.
std::optional<llvm::APFloat> FunctionLowering::half_constant(const clang::Expr& expr) {
  if (const clang::Expr* inner = plain_operand(expr)) return half_constant(*inner);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expr); binary != nullptr && is_computed(expr)) {
    std::optional<llvm::APFloat> left = half_operand_constant(*binary->getLHS());
    const std::optional<llvm::APFloat> right = half_operand_constant(*binary->getRHS());
    if (!left || !right) return std::nullopt;
    constexpr llvm::RoundingMode nearest = llvm::APFloat::rmNearestTiesToEven;
    switch (binary->getOpcode()) {
    case clang::BO_Add: left->add(*right, nearest); break;
    case clang::BO_Sub: left->subtract(*right, nearest); break;
    case clang::BO_Mul: left->multiply(*right, nearest); break;
    case clang::BO_Div: left->divide(*right, nearest); break;
    default: return std::nullopt;
    }
    return left;
  }
  if (const auto* literal = llvm::dyn_cast<clang::FloatingLiteral>(&expr);
      literal != nullptr && is_half(expr.getType()))
    return llvm::APFloat(static_cast<float>(half_literal(*literal).float_value()));
  if (const auto* sign = llvm::dyn_cast<clang::UnaryOperator>(&expr);
      sign != nullptr && is_half(expr.getType()) && is_computed(expr)) {
    std::optional<llvm::APFloat> number = half_operand_constant(*sign->getSubExpr());
    if (number && sign->getOpcode() == clang::UO_Minus) number->changeSign();
    return number;
  }
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(&expr);
  if (cast != nullptr && cast->getCastKind() == clang::CK_NonAtomicToAtomic) return half_constant(*cast->getSubExpr());
  if (cast != nullptr && is_half(cast->getSubExpr()->getType())) return half_operand_constant(*cast->getSubExpr());
  clang::Expr::EvalResult result;
  if (cast == nullptr || mentions_half(*cast->getSubExpr()) ||
      !cast->getSubExpr()->EvaluateAsRValue(result, unit_.ast()))
    return std::nullopt;
  if (result.Val.isFloat()) return result.Val.getFloat();
  if (!result.Val.isInt()) return std::nullopt;
  llvm::APFloat number(llvm::APFloat::IEEEquad()); // which holds all integers of 64 bits
  number.convertFromAPInt(result.Val.getInt(), result.Val.getInt().isSigned(), llvm::APFloat::rmNearestTiesToEven);
  return number;
}

} // namespace tandem::frontend::lower
