// Functions that other verifiers build in: what only they evaluate, overflow of the operands' own type, kinds of
// floats, quantifiers, and arbitrary memory.

#include "frontend/declare/quantifier_range.h"
#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"
#include "program/model/library.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tandem::frontend::lower {

namespace {

// Of no consequence for what is verified: coverage goals, traces, bounds, and atomic sections of the one thread there
// is.
constexpr std::array<std::string_view, 16> without_consequence{
    "__CPROVER_cover",      "__CPROVER_input",      "__CPROVER_output",       "__CPROVER_printf",
    "__CPROVER_atomic_end", "__ESBMC_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_end",
    "__ESBMC_yield",        "klee_prefer_cex",      "klee_warning",           "klee_warning_once",
    "klee_print_expr",      "klee_open_merge",      "klee_close_merge",       "__ESBMC_unroll",
};

constexpr std::string_view overflow_prefix = "__CPROVER_overflow_";

constexpr std::array<std::string_view, 4> float_kinds{"isnan", "isinf", "isfinite", "isnormal"};

// The kind that __CPROVER_isnanf, __CPROVER_isnand and __CPROVER_isnanld ask for; empty: another function.
std::string_view float_kind(std::string_view name) {
  constexpr std::string_view prefix = "__CPROVER_";
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  for (const std::string_view kind : float_kinds)
    if (name.starts_with(kind) && name.size() - kind.size() <= 2) return kind;
  return {};
}

long double smallest_normal(FloatKind kind) {
  switch (kind) {
  case FloatKind::Float: return std::numeric_limits<float>::min();
  case FloatKind::Double: return std::numeric_limits<double>::min();
  case FloatKind::LongDouble: return std::numeric_limits<long double>::min();
  }
  unreachable();
}

constexpr std::uint64_t most_scalars = 64;

std::uint64_t scalar_count(const Type& type) {
  if (type.is_array()) return type.has_length() ? type.length() * scalar_count(type.element()) : most_scalars + 1;
  if (!type.is_record()) return 1;
  std::uint64_t result = 0;
  for (const Field& field : type.fields()) result += scalar_count(*field.type);
  return result;
}

} // namespace

std::optional<const Expr*> FunctionLowering::dialect_call(std::string_view name, const clang::CallExpr& expr) {
  if (name == "__tandem_forall" || name == "__tandem_exists") {
    const bool is_forall = name == "__tandem_forall";
    const declare::QuantifierRange found = declare::quantifier_range(expr, is_forall, unit_);
    if (found.is_complete()) return &convert(quantifier(found, is_forall, expr), type_of(expr));
    if (!changes_nothing(*found.condition)) declare::refuse_without_range(expr, found, is_forall, unit_);
    return &convert(open_quantifier(found, is_forall, expr), type_of(expr));
  }
  if (name == "__ESBMC_forall" || name == "__ESBMC_exists") return esbmc_quantifier(name == "__ESBMC_forall", expr);
  if (name == "__ESBMC_bitcast") return esbmc_bitcast(expr);
  if (std::ranges::find(without_consequence, name) != without_consequence.end()) {
    for (const clang::Expr* argument : expr.arguments()) effect(*argument);
    return nullptr;
  }
  if (name == "klee_make_symbolic" && expr.getNumArgs() == 3) {
    havoc(*expr.getArg(0), *expr.getArg(1), expr);
    return nullptr;
  }
  if (name == "klee_int" || name == "klee_range") return &klee_integer(expr);
  if (name == "klee_silent_exit") return dead_end("abort", expr), nullptr;
  if (name == "__CPROVER_havoc_slice" && expr.getNumArgs() == 2) {
    havoc(*expr.getArg(0), *expr.getArg(1), expr);
    return nullptr;
  }
  if (name == "__CPROVER_allocate" && expr.getNumArgs() == 2) return &allocate(expr);
  if (const std::string_view kind = float_kind(name); !kind.empty() && expr.getNumArgs() == 1)
    return &convert(is_of_kind(value(*expr.getArg(0)), kind), type_of(expr));
  if (name == "__CPROVER_enum_is_in_range" && expr.getNumArgs() == 1) return &is_enumerator(expr);
  if (name.starts_with(overflow_prefix))
    return &convert(overflows(name.substr(overflow_prefix.size()), expr), type_of(expr));
  if (const std::optional<const Expr*> answer = memory_predicate(name, expr)) return answer;
  return memory_statement(name, expr);
}

// A variable without a value. The scalars in a record get one each, so that a counterexample has them.
const Expr& FunctionLowering::indeterminate(const Type& type, SourceRange where) {
  Variable& variable =
      context().add_variable({.kind = VariableKind::Local, .type = &type, .owner = function_, .range = where});
  shared_.builder.add_local(*function_, variable);
  unnamed_.push_back({&variable, "any"});
  Operation op;
  op.kind = OpKind::Declare;
  op.variable = &variable;
  step(op, where);
  const Expr& result = context().variable(variable);
  if (type.is_record() && scalar_count(type) <= most_scalars) scatter(result, where);
  return result;
}

void FunctionLowering::scatter(const Expr& part, SourceRange where) {
  const Type& type = part.type();
  if (type.is_scalar()) return assign(part, indeterminate(type, where), where);
  if (type.is_array())
    for (std::uint64_t i = 0; i < type.length(); ++i)
      scatter(context().index(part, context().integer(types().ptrdiff_type(), static_cast<UInt128>(i))), where);
  if (!type.is_record() || type.is_union()) return;
  for (std::uint32_t i = 0; i < type.fields().size(); ++i)
    if (!type.fields()[i].name.empty()) scatter(context().field(part, i), where);
}

const Expr* FunctionLowering::call_library(const std::string& name, const Type& result,
                                           std::vector<const Expr*> arguments, SourceRange where) {
  std::vector<const Type*> parameters;
  for (const Expr* argument : arguments) parameters.push_back(&argument->type());
  Operation op;
  op.kind = OpKind::Call;
  op.callee =
      &shared_.declarations.library_function(name, types().function(result, std::move(parameters), false, true));
  op.arguments = context().list(std::move(arguments));
  if (!result.is_void()) op.lvalue = &context().variable(new_temporary(result, where));
  step(op, where);
  return op.lvalue;
}

// Memory without a value is arbitrary, so what becomes arbitrary is copied from there.
void FunctionLowering::havoc(const clang::Expr& address, const clang::Expr& size, const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  const clang::Expr* written = address.IgnoreParenCasts();
  clang::Expr::EvalResult bytes;
  if (const auto* reference = llvm::dyn_cast<clang::UnaryOperator>(written);
      reference != nullptr && reference->getOpcode() == clang::UO_AddrOf) {
    const clang::QualType pointee = reference->getSubExpr()->getType();
    const bool is_whole = !pointee->isArrayType() && !pointee->isIncompleteType() &&
                          size.EvaluateAsInt(bytes, unit_.ast()) &&
                          bytes.Val.getInt().getZExtValue() ==
                              static_cast<std::uint64_t>(unit_.ast().getTypeSizeInChars(pointee).getQuantity());
    if (is_whole) {
      const Expr& target = lvalue(*reference->getSubExpr());
      return assign(target, indeterminate(target.type(), where), where);
    }
  }
  const std::vector<const Expr*> evaluated = values(std::array{&address, &size});
  havoc(*evaluated[0], *evaluated[1], where);
}

void FunctionLowering::havoc(const Expr& address, const Expr& size, SourceRange where) {
  const Type& pointer = types().pointer_to(types().void_type());
  const Expr& length = convert(size, types().size_type());
  const Expr& source = *call_library("malloc", pointer, {&length}, where);
  call_library("memcpy", pointer, {&convert(address, pointer), &source, &length}, where);
  call_library("free", types().void_type(), {&source}, where);
}

// It never fails.
const Expr& FunctionLowering::allocate(const clang::CallExpr& expr) {
  const std::vector<const Expr*> arguments = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  clang::Expr::EvalResult is_zero;
  if (!expr.getArg(1)->EvaluateAsInt(is_zero, unit_.ast()))
    refuse(expr, "an allocation of which it depends on a value whether it is zero");
  const Type& pointer = types().pointer_to(types().void_type());
  const Expr& size = convert(*arguments[0], types().size_type());
  if (is_zero.Val.getInt().isZero()) return *call_library("malloc", pointer, {&size}, range(expr));
  return *call_library("calloc", pointer, {&context().integer(size.type(), 1), &size}, range(expr));
}

// klee_int(name), klee_range(first, behind the last, name)
const Expr& FunctionLowering::klee_integer(const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  std::vector<const Expr*> bounds;
  for (unsigned i = 0; i + 1 < expr.getNumArgs(); ++i) bounds.push_back(&value_as(*expr.getArg(i), types().int_type()));
  const Expr& result = indeterminate(types().int_type(), where);
  if (bounds.size() != 2) return result;
  Operation op;
  op.kind = OpKind::Assume;
  op.value = &context().binary(BinaryOp::LogicalAnd, context().binary(BinaryOp::Ge, result, *bounds[0]),
                               context().binary(BinaryOp::Lt, result, *bounds[1]));
  step(op, where);
  return result;
}

const Expr& FunctionLowering::is_of_kind(const Expr& value, std::string_view kind) {
  const auto compared = [&](BinaryOp op, long double with) -> const Expr& {
    return context().binary(op, value, context().floating(value.type(), with));
  };
  const auto either = [&](const Expr& left, const Expr& right) -> const Expr& {
    return context().binary(BinaryOp::LogicalOr, left, right);
  };
  constexpr long double infinity = std::numeric_limits<long double>::infinity();
  const Expr& is_nan = context().binary(BinaryOp::Ne, value, value);
  const Expr& is_infinite = either(compared(BinaryOp::Eq, infinity), compared(BinaryOp::Eq, -infinity));
  if (kind == "isnan") return is_nan;
  if (kind == "isinf") return is_infinite;
  const Expr& is_finite = context().unary(UnaryOp::LogicalNot, either(is_nan, is_infinite));
  if (kind == "isfinite") return is_finite;
  const long double smallest = smallest_normal(value.type().float_kind());
  return context().binary(BinaryOp::LogicalAnd, is_finite,
                          either(compared(BinaryOp::Ge, smallest), compared(BinaryOp::Le, -smallest)));
}

// Whether a value of an enumeration is one of its constants.
const Expr& FunctionLowering::is_enumerator(const clang::CallExpr& expr) {
  const clang::Expr& written = *expr.getArg(0)->IgnoreParenImpCasts();
  const auto* type = written.getType()->getAs<clang::EnumType>();
  if (type == nullptr) refuse(expr, "a value of another type than an enumeration");
  const Expr& asked = into_temporary(value(written), range(expr));
  const Expr* result = &context().integer(types().int_type(), 0);
  for (const clang::EnumConstantDecl* constant : type->getDecl()->enumerators()) {
    const llvm::APSInt& number = constant->getInitVal();
    const Int128 bits = number.isSigned() ? Int128(number.getSExtValue()) : Int128(number.getZExtValue());
    const Expr& is_it =
        context().binary(BinaryOp::Eq, asked, context().integer(asked.type(), static_cast<UInt128>(bits)));
    result = &context().binary(BinaryOp::LogicalOr, *result, is_it);
  }
  return convert(*result, type_of(expr));
}

// CBMC computes in the type of the operands, as the operator itself would: that a result is not the one of a wider
// type tells an overflow.
const Expr& FunctionLowering::overflows(std::string_view operation, const clang::CallExpr& expr) {
  const bool is_unary = operation == "unary_minus";
  const bool is_shift = operation == "shl";
  if (expr.getNumArgs() != (is_unary ? 1 : 2)) refuse(expr, "a call with this number of operands");
  std::vector<const clang::Expr*> written(expr.arg_begin(), expr.arg_end());
  std::vector<const Expr*> operands = values(written);
  clang::QualType common = written[0]->getType();
  if (!is_unary && !is_shift) common = usual_type(common, written[1]->getType());
  const Type& type = this->type(common, expr);
  if (!type.is_integer() || type.width() > 64 || !operands.back()->type().is_integer())
    refuse(expr, "overflow of other types than integers of up to 64 bits");
  const Expr& left = convert(*operands[0], type);
  if (is_unary) {
    const Int128 smallest = -(Int128(1) << (type.width() - 1));
    return type.is_signed()
               ? context().binary(BinaryOp::Eq, left, context().integer(type, static_cast<UInt128>(smallest)))
               : context().binary(BinaryOp::Ne, left, context().zero(type));
  }
  const bool is_product = operation == "mult";
  const bool is_signed = type.is_signed() || !(is_product || is_shift);
  const Type& wide = type.width() <= 32 ? types().integer(is_signed ? IntegerKind::LongLong : IntegerKind::ULongLong)
                                        : types().integer(is_signed ? IntegerKind::Int128 : IntegerKind::UInt128);
  const Expr& wide_left = convert(left, wide);
  const auto differs = [&](const Expr& result) -> const Expr& {
    return context().binary(BinaryOp::Ne, convert(convert(result, type), wide), result);
  };
  if (is_shift) {
    const Expr& distance = *operands[1];
    const Expr& is_too_far = context().binary(
        BinaryOp::Ge, convert(distance, types().integer(IntegerKind::ULongLong)),
        context().integer(types().integer(IntegerKind::ULongLong), static_cast<UInt128>(type.width())));
    return context().binary(BinaryOp::LogicalOr, is_too_far,
                            differs(context().binary(BinaryOp::Shl, wide_left, distance)));
  }
  const Expr& wide_right = convert(convert(*operands[1], type), wide);
  const BinaryOp op = is_product ? BinaryOp::Mul : operation == "plus" ? BinaryOp::Add : BinaryOp::Sub;
  if (!is_product && operation != "plus" && operation != "minus")
    refuse(expr, "overflow of '" + std::string(operation) + "'");
  return differs(context().binary(op, wide_left, wide_right));
}

// The type of the usual arithmetic conversions.
clang::QualType FunctionLowering::usual_type(clang::QualType left, clang::QualType right) const {
  clang::ASTContext& ast = unit_.ast();
  const auto promoted = [&](clang::QualType type) {
    return ast.isPromotableIntegerType(type) ? ast.getPromotedIntegerType(type) : type;
  };
  left = promoted(left.getCanonicalType().getUnqualifiedType());
  right = promoted(right.getCanonicalType().getUnqualifiedType());
  if (!left->isIntegerType() || !right->isIntegerType()) return left;
  const bool left_is_signed = left->isSignedIntegerOrEnumerationType();
  const bool right_is_signed = right->isSignedIntegerOrEnumerationType();
  const int order = ast.getIntegerTypeOrder(left, right);
  if (left_is_signed == right_is_signed) return order >= 0 ? left : right;
  const clang::QualType with_sign = left_is_signed ? left : right, without = left_is_signed ? right : left;
  if (ast.getIntegerTypeOrder(without, with_sign) >= 0) return without;
  if (ast.getIntWidth(with_sign) > ast.getIntWidth(without)) return with_sign;
  return ast.getCorrespondingUnsignedType(with_sign);
}

// A loop over the range, which ends where the value is decided.
const Expr& FunctionLowering::quantifier(const declare::QuantifierRange& found, bool is_forall,
                                         const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  if (found.decided) return context().integer(types().int_type(), *found.decided ? 1 : 0);
  const Expr& result = context().variable(new_temporary(types().int_type(), where));
  assign(result, context().integer(result.type(), is_forall ? 1 : 0), where);
  const Variable& variable = add_local(*found.variable, VariableKind::Local);
  Operation declared;
  declared.kind = OpKind::Declare;
  declared.variable = &variable;
  step(declared, where);
  const Expr& index = context().variable(variable);
  const auto bound = [&](const clang::Expr& written) -> const Expr& {
    const Type& type = this->type(usual_type(found.variable->getType(), written.getType()), written);
    return into_temporary(convert(value(written), type), where);
  };
  const Expr& last = bound(*found.last);
  const auto compared = [&](BinaryOp op) -> const Expr& {
    return context().binary(op, convert(index, last.type()), last);
  };
  const Expr& one = context().integer(index.type(), 1);
  const Expr* first =
      found.first == nullptr ? &context().zero(index.type()) : &convert(value(*found.first), index.type());
  if (found.excludes_first) first = &context().binary(BinaryOp::Add, *first, one);
  assign(index, *first, where);
  const DraftLocation head = new_location(), inside = new_location(), holds = new_location(), fails = new_location(),
                      next = new_location(), after = new_location();
  join(head, expr);
  shared_.builder.add_branch(here_, compared(found.excludes_last ? BinaryOp::Lt : BinaryOp::Le), inside, after, where);
  continue_at(inside);
  branch(*found.condition, holds, fails);
  const DraftLocation decided = is_forall ? fails : holds, open = is_forall ? holds : fails;
  continue_at(decided);
  assign(result, context().integer(result.type(), is_forall ? 0 : 1), where);
  jump(after, expr);
  continue_at(open);
  shared_.builder.add_branch(here_, compared(BinaryOp::Eq), after, next, where); // the last value may be the type's
  continue_at(next);
  assign(index, context().binary(BinaryOp::Add, index, one), where);
  jump(head, expr);
  continue_at(after);
  return result;
}

// Without a range: the condition is evaluated for some values that may decide it, then for any value. If that does not
// decide it, it may hold for this one value only, and whatever follows is a guess: good enough for a proof, since every
// value is such a guess somewhere, but not for an error.
const Expr& FunctionLowering::open_quantifier(const declare::QuantifierRange& found, bool is_forall,
                                              const clang::CallExpr& expr) {
  const SourceRange where = range(expr);
  const Expr& result = context().variable(new_temporary(types().int_type(), where));
  const Variable& variable = add_local(*found.variable, VariableKind::Local);
  Operation declared;
  declared.kind = OpKind::Declare;
  declared.variable = &variable;
  step(declared, where);
  const Expr& index = context().variable(variable);
  const DraftLocation decided = new_location(), after = new_location();
  const auto try_value = [&] {
    const DraftLocation next = new_location();
    branch(*found.condition, is_forall ? next : decided, is_forall ? decided : next);
    continue_at(next);
  };
  const std::vector<const Expr*> values = worth_trying(found);
  ++open_quantifiers_;
  for (const Expr* value : values) {
    assign(index, *value, where);
    try_value();
  }
  Operation any;
  any.kind = OpKind::Nondet;
  any.source = NondetSource::Input;
  const Type& input = types().function(index.type(), {}, false, true);
  const std::string name =
      std::string(index.type().is_signed() ? "" : "u") + "int" + std::to_string(index.type().width());
  any.callee = &shared_.declarations.builtin_function("__VERIFIER_nondet_quantified_" + name, input, unit_, {});
  any.lvalue = &index;
  step(any, where);
  try_value();
  --open_quantifiers_;
  const Expr& guess = context().variable(new_temporary(types().int_type(), where));
  leave_unspecified(guess, where);
  Operation is_right;
  is_right.kind = OpKind::Assume;
  is_right.value = &context().binary(BinaryOp::Ne, guess, context().zero(guess.type()));
  step(is_right, where);
  assign(result, context().integer(result.type(), is_forall ? 1 : 0), where);
  jump(after, expr);
  join(decided, expr);
  assign(result, context().integer(result.type(), is_forall ? 0 : 1), where);
  join(after, expr);
  return result;
}

// Values near those that the condition or, without quantifiers inside, the function speaks of. Inside of each other,
// quantifiers multiply.
std::vector<const Expr*> FunctionLowering::worth_trying(const declare::QuantifierRange& found) {
  constexpr std::size_t most = 24, most_nested = 8;
  const declare::QuantifierTerms terms = declare::quantifier_terms(found);
  const bool is_nested = terms.is_nested || open_quantifiers_ > 0;
  const Type& type = this->type(found.variable->getType(), *found.condition);
  std::vector<const Expr*> result;
  if (type.is_bool() || type.width() > 64) return {&context().zero(type)};
  const auto add = [&](const Expr& value) {
    const bool is_full = result.size() == (is_nested ? most_nested : most);
    if (!is_full && std::ranges::find(result, &value) == result.end()) result.push_back(&value);
  };
  const auto add_number = [&](Int128 number) {
    const Int128 half = Int128(1) << (type.width() - 1);
    const Int128 smallest = type.is_signed() ? -half : 0, largest = type.is_signed() ? half - 1 : 2 * half - 1;
    if (number >= smallest && number <= largest) add(context().integer(type, static_cast<UInt128>(number)));
  };
  const auto add_around = [&](Int128 number) {
    for (const int offset : {0, 1, -1}) add_number(number + offset);
    add_number(-number);
  };
  add_number(0);
  for (const clang::DeclRefExpr* read : terms.variables) {
    const Expr& value = convert(this->value(*read), type);
    add(value);
    for (const BinaryOp op : {BinaryOp::Add, BinaryOp::Sub})
      add(context().binary(op, value, context().integer(type, 1)));
  }
  for (const Int128 number : terms.numbers) add_around(number);
  for (const int number : {1, -1}) add_number(number);
  const Int128 largest = (Int128(1) << (type.is_signed() ? type.width() - 1 : type.width())) - 1;
  add_number(largest);
  add_number(-largest - 1);
  if (!is_nested)
    for (const Int128 number : declare::numbers_in(*body_)) add_around(number);
  return result;
}

// The variable is one of its own in the condition, and what it is elsewhere does not change. Without a range, a
// condition that changes something leaves the call one that is not understood.
std::optional<const Expr*> FunctionLowering::esbmc_quantifier(bool is_forall, const clang::CallExpr& expr) {
  const auto found = declare::esbmc_quantifier_range(expr, is_forall, unit_);
  if (!found || (!found->is_complete() && !changes_nothing(*found->condition))) return std::nullopt;
  const clang::VarDecl* variable = found->variable->getCanonicalDecl();
  const Variable* outside = std::exchange(locals_[variable], nullptr);
  const Expr& result =
      found->is_complete() ? quantifier(*found, is_forall, expr) : open_quantifier(*found, is_forall, expr);
  locals_[variable] = outside;
  return &convert(result, type_of(expr));
}

// __ESBMC_bitcast(to, from): the bytes of one object become those of another of the same size.
std::optional<const Expr*> FunctionLowering::esbmc_bitcast(const clang::CallExpr& expr) {
  if (expr.getNumArgs() != 2) return std::nullopt;
  const auto size_behind = [&](const clang::Expr& written) -> std::uint64_t {
    const clang::QualType type = written.IgnoreParenImpCasts()->getType();
    if (!type->isPointerType() || type->getPointeeType()->isIncompleteType()) return 0;
    return static_cast<std::uint64_t>(unit_.ast().getTypeSizeInChars(type->getPointeeType()).getQuantity());
  };
  const std::uint64_t size = size_behind(*expr.getArg(0));
  if (size == 0 || size != size_behind(*expr.getArg(1))) return std::nullopt;
  const std::vector<const Expr*> pointers = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  const Type& pointer = types().pointer_to(types().void_type());
  call_library("memcpy", pointer,
               {&convert(*pointers[0], pointer), &convert(*pointers[1], pointer),
                &context().integer(types().size_type(), static_cast<UInt128>(size))},
               range(expr));
  return nullptr;
}

} // namespace tandem::frontend::lower
