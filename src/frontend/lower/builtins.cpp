// Builtin functions of gcc and clang, by a table. Most are the library function of that name, some are constants, some
// are their argument; the remaining ones stay calls under their own names, for which the semantics have models.

#include "frontend/lower/builtins.h"

#include "base/core/require.h"
#include "frontend/lower/function_lowering.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::frontend::lower {

namespace {

enum class Treatment {
  Fold,        // a constant; its arguments are not evaluated
  First,       // the value of its first argument
  Nothing,     // its arguments' side effects
  Assume,      // its argument holds, otherwise the behaviour is undefined
  Unreachable, // never returns
  Trap,        // abort
  Unordered,   // a comparison of floats that raises no exception
  AnyWidth,    // counts bits of unsigned integers of any width
  Own,         // a call under its own name that changes nothing
  OwnWrites,   // a call under its own name
  Arguments,   // va_start, va_end, va_copy
  Alloca,
  Checked, // a library function with extra arguments
};

struct Rule {
  Treatment treatment;
  std::vector<unsigned> dropped = {}; // Checked: the arguments to leave out
};

const std::unordered_map<std::string_view, Rule>& rules() {
  using enum Treatment;
  static const std::unordered_map<std::string_view, Rule> table{
      {"constant_p", {Fold}},
      {"object_size", {Fold}},
      {"dynamic_object_size", {Fold}},
      {"classify_type", {Fold}},
      {"inf", {Fold}},
      {"inff", {Fold}},
      {"infl", {Fold}},
      {"huge_val", {Fold}},
      {"huge_valf", {Fold}},
      {"huge_vall", {Fold}},
      {"nan", {Fold}},
      {"nanf", {Fold}},
      {"nanl", {Fold}},
      {"nans", {Fold}},
      {"nansf", {Fold}},
      {"nansl", {Fold}},
      {"LINE", {Fold}},
      {"COLUMN", {Fold}},
      {"expect", {First}},
      {"expect_with_probability", {First}},
      {"assume_aligned", {First}},
      {"launder", {First}},
      {"prefetch", {Nothing}},
      {"assume", {Assume}},
      {"__clear_cache", {Nothing}},
      {"__debugbreak", {Nothing}},
      {"unreachable", {Unreachable}},
      {"trap", {Trap}},
      {"verbose_trap", {Trap}},
      {"debugtrap", {Nothing}},
      {"isgreater", {Unordered}},
      {"isgreaterequal", {Unordered}},
      {"isless", {Unordered}},
      {"islessequal", {Unordered}},
      {"islessgreater", {Unordered}},
      {"isunordered", {Unordered}},
      {"clz", {Own}},
      {"clzl", {Own}},
      {"clzll", {Own}},
      {"clzs", {AnyWidth}},
      {"clzg", {AnyWidth}},
      {"ctz", {Own}},
      {"ctzl", {Own}},
      {"ctzll", {Own}},
      {"ctzs", {AnyWidth}},
      {"ctzg", {AnyWidth}},
      {"ffs", {Own}},
      {"ffsl", {Own}},
      {"ffsll", {Own}},
      {"popcount", {Own}},
      {"popcountl", {Own}},
      {"popcountll", {Own}},
      {"popcountg", {AnyWidth}},
      {"parity", {Own}},
      {"parityl", {Own}},
      {"parityll", {Own}},
      {"clrsb", {Own}},
      {"clrsbl", {Own}},
      {"clrsbll", {Own}},
      {"bswap16", {Own}},
      {"bswap32", {Own}},
      {"bswap64", {Own}},
      {"bitreverse8", {Own}},
      {"bitreverse16", {Own}},
      {"bitreverse32", {Own}},
      {"bitreverse64", {Own}},
      {"isnan", {Own}},
      {"isinf", {Own}},
      {"isinf_sign", {Own}},
      {"isfinite", {Own}},
      {"isnormal", {Own}},
      {"issubnormal", {Own}},
      {"iszero", {Own}},
      {"issignaling", {Own}},
      {"signbit", {Own}},
      {"signbitf", {Own}},
      {"signbitl", {Own}},
      {"fpclassify", {Own}},
      {"isfpclass", {Own}},
      {"return_address", {Own}},
      {"frame_address", {Own}},
      {"extract_return_addr", {Own}},
      {"add_overflow", {OwnWrites}},
      {"sub_overflow", {OwnWrites}},
      {"mul_overflow", {OwnWrites}},
      {"va_start", {Arguments}},
      {"va_end", {Arguments}},
      {"va_copy", {Arguments}},
      {"stdarg_start", {Arguments}},
      {"alloca", {Alloca}},
      {"alloca_uninitialized", {Alloca}},
      {"alloca_with_align", {Alloca}},
      {"__memcpy_chk", {Checked, {3}}},
      {"__memmove_chk", {Checked, {3}}},
      {"__mempcpy_chk", {Checked, {3}}},
      {"__memset_chk", {Checked, {3}}},
      {"__strcpy_chk", {Checked, {2}}},
      {"__stpcpy_chk", {Checked, {2}}},
      {"__strcat_chk", {Checked, {2}}},
      {"__strncpy_chk", {Checked, {3}}},
      {"__stpncpy_chk", {Checked, {3}}},
      {"__strncat_chk", {Checked, {3}}},
      {"__strlcpy_chk", {Checked, {3}}},
      {"__strlcat_chk", {Checked, {3}}},
      {"__memccpy_chk", {Checked, {4}}},
      {"__sprintf_chk", {Checked, {1, 2}}},
      {"__vsprintf_chk", {Checked, {1, 2}}},
      {"__snprintf_chk", {Checked, {2, 3}}},
      {"__vsnprintf_chk", {Checked, {2, 3}}},
      {"__printf_chk", {Checked, {0}}},
      {"__vprintf_chk", {Checked, {0}}},
      {"__fprintf_chk", {Checked, {1}}},
      {"__vfprintf_chk", {Checked, {1}}},
  };
  return table;
}

constexpr std::string_view prefix = "__builtin_";

std::string_view builtin_name(const clang::CallExpr& call) {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  if (callee == nullptr || callee->getBuiltinID() == 0) return {};
  const llvm::StringRef name = callee->getName();
  return {name.data(), name.size()};
}

// The typed variants (__builtin_uaddl_overflow) behave like the generic ones.
const Rule* find_rule(std::string_view name) {
  static const Rule writes{Treatment::OwnWrites};
  if (!name.starts_with(prefix)) return nullptr;
  name.remove_prefix(prefix.size());
  const auto found = rules().find(name);
  if (found != rules().end()) return &found->second;
  return name.ends_with("_overflow") ? &writes : nullptr;
}

bool has_treatment(const clang::CallExpr& call, Treatment treatment) {
  const Rule* rule = find_rule(builtin_name(call));
  return rule != nullptr && rule->treatment == treatment;
}

} // namespace

bool is_unevaluated_builtin(const clang::CallExpr& call) { return has_treatment(call, Treatment::Fold); }

bool is_transparent_builtin(const clang::CallExpr& call) { return has_treatment(call, Treatment::First); }

bool only_computes(const clang::CallExpr& call) {
  if (has_treatment(call, Treatment::Own) || has_treatment(call, Treatment::Unordered)) return true;
  const clang::FunctionDecl* callee = call.getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr &&
         callee->getName().starts_with("__VERIFIER_nondet_") && !callee->hasBody();
}

// Of gcc only: __builtin_add_overflow_p(a, b, c), whether the result fits the type of c, of which nothing else matters;
// nullptr for other calls.
const Expr* FunctionLowering::overflow_predicate(const clang::CallExpr& expr) {
  const clang::FunctionDecl* callee = expr.getDirectCallee();
  if (callee == nullptr || expr.getNumArgs() != 3 || !callee->getName().ends_with("_overflow_p") ||
      !callee->getName().starts_with("__builtin_"))
    return nullptr;
  const clang::Expr* operands[] = {expr.getArg(0), expr.getArg(1)};
  std::vector<const Expr*> lowered = values(operands);
  const Type& wanted = type_of(*expr.getArg(2)->IgnoreImpCasts());
  lowered.push_back(&context().address_of(context().variable(new_temporary(wanted, range(expr)))));
  effect(*expr.getArg(2));
  std::vector<const Type*> parameters;
  for (const Expr* argument : lowered) parameters.push_back(&argument->type());
  const Type& type = types().function(types().integer(IntegerKind::Bool), std::move(parameters), false, true);
  Operation op;
  op.kind = OpKind::Call;
  op.callee =
      &shared_.declarations.builtin_function(callee->getName().drop_back(2).str(), type, unit_, expr.getBeginLoc());
  op.arguments = context().list(lowered);
  const Expr* result = emit_call(op, type, expr, nullptr, Use::Value);
  return &coerce(*result, type_of(expr), expr);
}

std::optional<const Expr*> FunctionLowering::builtin(const clang::CallExpr& expr, const Expr* destination, Use use) {
  if (const Expr* result = overflow_predicate(expr)) return result;
  const std::string name(builtin_name(expr));
  if (name.starts_with("__sync_")) return sync_builtin(name, expr);
  if (name.starts_with("__atomic_") || name.starts_with("__c11_atomic_")) return atomic_builtin(name, expr);
  if (!name.empty() && !expr.getDirectCallee()->hasBody())
    if (const std::optional<const Expr*> result = complex_builtin(name, expr)) return result;
  const std::vector<const clang::Expr*> arguments(expr.arg_begin(), expr.arg_end());
  const Rule* rule = find_rule(name);
  const bool is_evaluated = name.starts_with(prefix) && (rule == nullptr || rule->treatment != Treatment::Fold);
  if (is_evaluated && std::ranges::any_of(arguments, [](const auto* one) { return is_half(one->getType()); })) {
    if (rule != nullptr && rule->treatment == Treatment::Unordered)
      return &unordered_comparison(expr, name.substr(prefix.size()));
    const Expr* result = half_builtin(std::string_view(name).substr(prefix.size()), expr);
    if (result == nullptr) refuse(expr, name + " of the type '_Float16' or '__bf16'");
    return result;
  }
  if (rule == nullptr) {
    if (name == "alloca") return call_named("__builtin_alloca", expr, arguments, destination, use);
    if (!name.starts_with(prefix)) return std::nullopt;
    const std::string plain = name.substr(prefix.size());
    if (plain == "setjmp") return &jump_destination(expr);
    return call_named(is_library_function(plain) ? plain : name, expr, arguments, destination, use);
  }
  switch (rule->treatment) {
  case Treatment::Fold: return &folded_builtin(expr);
  case Treatment::First: return &value(*expr.getArg(0));
  case Treatment::Nothing: return effects_only(arguments), nullptr;
  case Treatment::Assume:
    // Clang does not evaluate an argument with side effects.
    if (!expr.getArg(0)->HasSideEffects(unit_.ast())) assume(expr);
    return nullptr;
  case Treatment::Unreachable: return dead_end("__builtin_unreachable", expr), nullptr;
  case Treatment::Trap: return dead_end("abort", expr), nullptr;
  case Treatment::Unordered: return &unordered_comparison(expr, name.substr(prefix.size()));
  case Treatment::Own:
  case Treatment::OwnWrites: return call_named(name, expr, arguments, destination, use);
  case Treatment::AnyWidth: {
    const Expr* count = bit_count(name, expr);
    return count != nullptr ? count : call_named(name, expr, arguments, destination, use);
  }
  case Treatment::Arguments: return argument_list_builtin(name, expr), nullptr;
  case Treatment::Alloca: return call_named("__builtin_alloca", expr, {arguments.data(), 1}, destination, use);
  case Treatment::Checked: return checked_builtin(name, rule->dropped, expr, destination, use);
  }
  unreachable();
}

void FunctionLowering::effects_only(std::span<const clang::Expr* const> exprs) {
  for (const clang::Expr* expr : exprs) effect(*expr);
}

const Expr* FunctionLowering::call_named(const std::string& name, const clang::CallExpr& expr,
                                         std::span<const clang::Expr* const> arguments, const Expr* destination,
                                         Use use) {
  const std::vector<const Expr*> lowered = values(arguments);
  const bool is_variadic = expr.getDirectCallee()->isVariadic();
  const std::size_t dropped = expr.getNumArgs() - arguments.size();
  const std::size_t fixed = is_variadic ? expr.getDirectCallee()->getNumParams() - dropped : arguments.size();
  std::vector<const Type*> parameters;
  for (std::size_t i = 0; i < fixed; ++i) parameters.push_back(&lowered[i]->type());
  const Type& guess = types().function(type_of(expr), std::move(parameters), is_variadic, true);
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function(name, guess, unit_, expr.getBeginLoc());
  // Generic builtins take any types; library functions have those of their first use.
  const bool is_generic = name.starts_with(prefix);
  op.arguments =
      context().list(is_generic ? lowered : fit_arguments(lowered, op.callee->type(), Receiver::Library, expr));
  return emit_call(op, is_generic ? guess : op.callee->type(), expr, destination, use);
}

// The library function behind __builtin___name_chk, without the arguments that the check needs.
const Expr* FunctionLowering::checked_builtin(const std::string& name, std::span<const unsigned> dropped,
                                              const clang::CallExpr& expr, const Expr* destination, Use use) {
  std::vector<const clang::Expr*> kept;
  for (unsigned i = 0; i < expr.getNumArgs(); ++i) {
    if (std::ranges::find(dropped, i) == dropped.end())
      kept.push_back(expr.getArg(i));
    else
      effect(*expr.getArg(i));
  }
  const std::size_t start = prefix.size() + 2;
  return call_named(name.substr(start, name.size() - start - std::string_view("_chk").size()), expr, kept, destination,
                    use);
}

// What clang cannot decide gets the value it has in unoptimised code.
const Expr& FunctionLowering::folded_builtin(const clang::CallExpr& expr) {
  if (const std::optional<const Expr*> constant = try_evaluate(expr)) return **constant;
  if (!builtin_name(expr).ends_with("object_size")) return context().zero(type_of(expr));
  shared_.notes.once(unit_.point(expr.getBeginLoc()), std::string(object_size_note));
  const bool wants_minimum = (expr.getArg(1)->EvaluateKnownConstInt(unit_.ast()).getZExtValue() & 2) != 0;
  return context().integer(type_of(expr), wants_minimum ? 0 : -1);
}

// __builtin_clzg(x, if_zero), __builtin_clzs(x) and their like, by the functions for the next wider type; nullptr if
// there is none.
const Expr* FunctionLowering::bit_count(const std::string& name, const clang::CallExpr& expr) {
  const clang::QualType declared = expr.getArg(0)->getType();
  const unsigned width = unit_.ast().getIntWidth(declared);
  if (width > 64) return nullptr;
  const std::vector<const Expr*> arguments = values(std::vector<const clang::Expr*>(expr.arg_begin(), expr.arg_end()));
  const Type& wide = types().integer(width > 32 ? IntegerKind::ULongLong : IntegerKind::UInt);
  const Expr& bits = into_temporary(convert(*arguments[0], wide), range(expr));
  const Type& number = types().int_type();
  const auto count = [&]() -> const Expr& {
    const std::string plain = name.substr(0, name.size() - 1) + (width > 32 ? "ll" : "");
    const Expr& found = *call_library(plain, number, {&bits}, range(expr));
    const int surplus = name.starts_with("__builtin_clz") ? static_cast<int>(wide.width() - width) : 0;
    return surplus == 0 ? found : context().binary(BinaryOp::Sub, found, context().integer(number, surplus));
  };
  if (arguments.size() == 1) return &count();
  const Expr& result = context().variable(new_temporary(number, range(expr)));
  assign(result, coerce(*arguments[1], number, expr), range(expr));
  const DraftLocation counting = new_location(), after = new_location();
  const Expr& is_some = context().binary(BinaryOp::Ne, bits, context().zero(wide));
  shared_.builder.add_branch(here_, is_some, counting, after, range(expr));
  continue_at(counting);
  assign(result, count(), range(expr));
  join(after, expr);
  return &result;
}

const Expr& FunctionLowering::unordered_comparison(const clang::CallExpr& expr, const std::string& name) {
  const clang::Expr* later[] = {expr.getArg(1)};
  const Expr& left = hold(half_operand(*expr.getArg(0)), later, *expr.getArg(0));
  const Expr& right = coerce(half_operand(*expr.getArg(1)), left.type(), expr);
  const auto compare = [&](BinaryOp op) -> const Expr& { return context().binary(op, left, right); };
  if (name == "isgreater") return compare(BinaryOp::Gt);
  if (name == "isgreaterequal") return compare(BinaryOp::Ge);
  if (name == "isless") return compare(BinaryOp::Lt);
  if (name == "islessequal") return compare(BinaryOp::Le);
  if (name == "islessgreater")
    return context().binary(BinaryOp::LogicalOr, compare(BinaryOp::Lt), compare(BinaryOp::Gt));
  return context().binary(BinaryOp::LogicalOr, context().binary(BinaryOp::Ne, left, left),
                          context().binary(BinaryOp::Ne, right, right));
}

void FunctionLowering::dead_end(const std::string& name, const clang::Expr& expr) {
  const Type& type = types().function(types().void_type(), {}, false, true);
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function(name, type, unit_, expr.getBeginLoc());
  step(op, range(expr));
  here_ = new_location();
}

} // namespace tandem::frontend::lower
