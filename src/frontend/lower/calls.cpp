// Calls of functions, direct and through pointers, and the functions that SV-COMP defines.

#include "frontend/lower/function_lowering.h"
#include "program/model/calling_convention.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"

#include <algorithm>
#include <array>

namespace tandem::frontend::lower {

namespace {

// They return 0 unless a jump leads back to them, and at jumps paths end.
constexpr std::array<std::string_view, 5> jump_destinations{
    "setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp",
};

// Whether a call may set a handler of signals. SIG_DFL and SIG_IGN are none.
bool may_set_handler(const clang::CallExpr& call, std::string_view name, const clang::ASTContext& ast) {
  const bool takes_record = name == "sigaction" && call.getNumArgs() == 3;
  const bool takes_function = (name == "signal" || name == "bsd_signal" || name == "ssignal") && call.getNumArgs() == 2;
  clang::Expr::EvalResult handler;
  return (takes_record || takes_function) &&
         !(call.getArg(1)->IgnoreParenCasts()->EvaluateAsInt(handler, ast) && handler.Val.getInt().getZExtValue() <= 1);
}

// The function that is called by name, also as *f or &f.
const clang::FunctionDecl* named_function(const clang::Expr& callee) {
  const clang::Expr* at = callee.IgnoreParens();
  while (true) {
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(at)) {
      at = cast->getSubExpr()->IgnoreParens();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(at);
               unary != nullptr && (unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf ||
                                    unary->getOpcode() == clang::UO_Extension)) {
      at = unary->getSubExpr()->IgnoreParens();
    } else {
      const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(at);
      return reference == nullptr ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    }
  }
}

} // namespace

// A parameter of a definition in the old style arrives promoted and is converted by the function.
bool FunctionLowering::receives(Receiver receiver, const Expr& given, const Type& parameter) {
  if (receiver == Receiver::Library) return true;
  if (receiver == Receiver::Declared) return false;
  const bool is_promoted_float = parameter.is_float() && parameter.float_kind() == FloatKind::Float;
  return is_promoted_float && given.type().is_float() && given.type().float_kind() == FloatKind::Double;
}

const Expr& FunctionLowering::call_value(const clang::CallExpr& expr) {
  const Expr* result = call(expr, nullptr, Use::Value);
  return result == nullptr ? missing_value(type_of(expr), range(expr))
                           : narrowed(arrived(*result, type_of(expr), expr), expr.getType());
}

// A value whose sender and receiver need not agree on its type: as the calling convention has it, else indeterminate.
// A constant from 0 on fills its whole register.
const Expr& FunctionLowering::arrived(const Expr& value, const Type& type, const clang::Expr& at) {
  const bool is_small_constant = value.kind() == ExprKind::Integer && value.type().is_integer() && value.value() >= 0 &&
                                 (type.is_integer() || type.is_pointer()) && !type.is_bool();
  if (is_small_constant || is_passed_alike(value.type(), type, types().data_model())) return coerce(value, type, at);
  return missing_value(type, range(at));
}

const Expr* FunctionLowering::call(const clang::CallExpr& expr, const Expr* destination, Use use) {
  const clang::FunctionDecl* named = named_function(*expr.getCallee());
  if (named == nullptr) return call_pointer(expr, destination, use);
  if (const std::optional<const Expr*> result = builtin(expr, destination, use)) return *result;
  if (!shared_.declarations.is_defined(*named)) {
    const std::string name = named->getName().str();
    if (std::ranges::find(jump_destinations, name) != jump_destinations.end()) return &jump_destination(expr);
    if (may_set_handler(expr, name, unit_.ast())) {
      // A signal may arrive from outside, and the handler interrupt the program. Paths on which none does go on.
      const Type& integer = types().int_type();
      const Expr& arrives = context().variable(new_temporary(integer, range(expr)));
      leave_unspecified(arrives, range(expr));
      const DraftLocation interrupted = new_location(), after = new_location();
      const Expr& none = context().binary(BinaryOp::Eq, arrives, context().integer(integer, 0));
      shared_.builder.add_branch(here_, none, after, interrupted, range(expr));
      continue_at(interrupted);
      dead_end(std::string(interrupting_handler), expr);
      continue_at(after);
    }
    if (const std::optional<const Expr*> result = dialect_call(name, expr)) return *result;
    if (Function* model = model_with_comparison(expr, name)) return call_function(*model, expr, destination, use);
  }
  return call_function(shared_.declarations.function(*named, unit_, expr.getBeginLoc()), expr, destination, use);
}

// The standard leaves open which elements qsort and bsearch compare when; it does not matter if comparing only
// computes. Otherwise the model leaves it open, too.
Function* FunctionLowering::model_with_comparison(const clang::CallExpr& expr, const std::string& name) {
  const bool sorts = name == "qsort" && expr.getNumArgs() == 4, searches = name == "bsearch" && expr.getNumArgs() == 5;
  if (!sorts && !searches) return nullptr;
  const clang::FunctionDecl* comparison = named_function(*expr.getArg(expr.getNumArgs() - 1)->IgnoreParenCasts());
  const clang::FunctionDecl* definition = nullptr;
  const bool only_computes =
      comparison != nullptr && comparison->hasBody(definition) && changes_nothing_else(*definition);
  return shared_.declarations.model_function("__tandem_" + name + (only_computes ? "" : "_open"));
}

const Expr* FunctionLowering::call_function(Function& callee, const clang::CallExpr& expr, const Expr* destination,
                                            Use use) {
  const std::vector<const clang::Expr*> written(expr.arg_begin(), expr.arg_end());
  const std::string& name = callee.source_name();
  if (shared_.declarations.is_entry(callee) && shared_.declarations.runs_around_entry())
    refuse(expr, "a call of " + name + " in a program with constructors, destructors or exit handlers");
  if (!shared_.declarations.is_defined(callee)) {
    if (is_assume_function(name) && expr.getNumArgs() == 1) return assume(expr), nullptr;
    if (name == "__assert_rtn") return effects_only(written), dead_end("__assert_fail", expr), nullptr;
    if (name == "atexit") refuse(expr, "a call of atexit beside own functions of the C library");
    if (is_assert_function(name) && expr.getNumArgs() >= 1) return check_assertion(expr), nullptr;
    if (const auto source = nondet_source(name); source && !callee.result().is_void())
      return &nondet(*source, callee, expr, destination);
  }
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &callee;
  const Receiver receiver = shared_.declarations.is_old_style(callee) ? Receiver::Promoted : Receiver::Declared;
  std::vector<const Expr*> arguments = fit_arguments(values(written), callee.type(), receiver, expr);
  const bool ends_program = name == "exit" && !shared_.declarations.is_defined(callee);
  if (ends_program && shared_.declarations.has_exit_sequence()) {
    for (const Expr*& argument : arguments) argument = &into_temporary(*argument, range(expr));
    run_at_exit(range(expr));
  }
  op.arguments = context().list(arguments);
  return emit_call(op, callee.type(), expr, destination, use);
}

const Expr* FunctionLowering::call_pointer(const clang::CallExpr& expr, const Expr* destination, Use use) {
  std::vector<const clang::Expr*> written{expr.getCallee()};
  written.insert(written.end(), expr.arg_begin(), expr.arg_end());
  std::vector<const Expr*> lowered = values(written);
  Operation op;
  op.kind = OpKind::Call;
  op.value = lowered[0];
  const Type& function = op.value->type().element();
  op.arguments =
      context().list(fit_arguments({lowered.begin() + 1, lowered.end()}, function, Receiver::Declared, expr));
  return emit_call(op, function, expr, destination, use);
}

// A definition may have other parameters than the declaration the caller saw. Too many arguments are dropped, missing
// ones are indeterminate.
std::vector<const Expr*> FunctionLowering::fit_arguments(std::vector<const Expr*> arguments, const Type& function,
                                                         Receiver receiver, const clang::Expr& at) {
  if (!function.has_prototype()) return arguments;
  const std::vector<const Type*>& parameters = function.parameters();
  if (arguments.size() > parameters.size() && !function.is_variadic()) arguments.resize(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i < arguments.size())
      arguments[i] = &(receives(receiver, *arguments[i], *parameters[i]) ? coerce(*arguments[i], *parameters[i], at)
                                                                         : arrived(*arguments[i], *parameters[i], at));
    else
      arguments.push_back(&missing_value(*parameters[i], range(at)));
  }
  return arguments;
}

const Variable& FunctionLowering::result_of(const Function* callee, const Type& type, SourceRange range) {
  Variable& result = new_temporary(type, range);
  result.result_of = callee;
  return result;
}

const Expr* FunctionLowering::emit_call(Operation op, const Type& function, const clang::Expr& expr,
                                        const Expr* destination, Use use) {
  const Type& result = function.result();
  if (use == Use::Value && !result.is_void()) {
    const bool fits = destination != nullptr && &destination->type() == &result;
    op.lvalue = fits ? destination : &context().variable(result_of(op.callee, result, range(expr)));
  }
  if (op.callee != nullptr && may_fail(*op.callee)) return call_that_may_fail(op, expr), op.lvalue;
  step(op, range(expr));
  if (op.callee != nullptr && op.callee->does_not_return())
    here_ = new_location();
  else if (op.callee != nullptr)
    change_errno(*op.callee, range(expr));
  return op.lvalue;
}

// A function of the library without a model may leave any error number.
void FunctionLowering::change_errno(const Function& callee, SourceRange range) {
  if (shared_.declarations.is_defined(callee) || !is_library_function(callee)) return;
  if (!clib::may_set_errno(callee.source_name()) || !shared_.declarations.tracks_errno()) return;
  leave_unspecified(error_number(range), range);
}

const Expr& FunctionLowering::nondet(NondetSource source, Function& callee, const clang::CallExpr& expr,
                                     const Expr* destination) {
  for (const clang::Expr* argument : expr.arguments()) effect(*argument);
  if (!callee.result().is_scalar()) return indeterminate(callee.result(), range(expr));
  const bool fits = destination != nullptr && &destination->type() == &callee.result();
  Operation op;
  op.kind = OpKind::Nondet;
  op.source = source;
  op.callee = &callee;
  op.lvalue = fits ? destination : &context().variable(result_of(&callee, callee.result(), range(expr)));
  step(op, range(expr));
  return *op.lvalue;
}

const Expr& FunctionLowering::jump_destination(const clang::CallExpr& expr) {
  for (const clang::Expr* argument : expr.arguments()) effect(*argument);
  return context().integer(types().int_type(), 0);
}

// Of a call that is understood but for its result. The real function runs in a compiled program, so that the result is
// no input.
const Expr* FunctionLowering::any_result(const clang::CallExpr& expr, Use use) {
  for (const clang::Expr* argument : expr.arguments()) effect(*argument);
  if (use != Use::Value) return nullptr;
  Operation op;
  op.kind = OpKind::Nondet;
  op.source = NondetSource::Assembly;
  op.lvalue = &context().variable(new_temporary(type_of(expr), range(expr)));
  step(op, range(expr));
  return op.lvalue;
}

// The other arguments are texts.
void FunctionLowering::assume(const clang::CallExpr& expr) {
  Operation op;
  op.kind = OpKind::Assume;
  op.value = &truth_value(*expr.getArg(0));
  step(op, range(expr));
}

// An assertion by a function that another verifier knows, or by assert without its header: if it fails, the call is one
// of __assert_fail, which tells every engine what it is.
void FunctionLowering::check_assertion(const clang::CallExpr& expr) {
  const DraftLocation holds = new_location(), fails = new_location();
  branch(*expr.getArg(0), holds, fails);
  continue_at(fails);
  dead_end("__assert_fail", expr);
  continue_at(holds);
}

// Variable arguments: __builtin_va_start, va_copy, va_end and va_arg become calls that take the va_list as an lvalue.

const Expr& FunctionLowering::argument_list(const clang::Expr& expr) { return lvalue(*expr.IgnoreParenImpCasts()); }

void FunctionLowering::argument_list_builtin(const std::string& name, const clang::CallExpr& expr) {
  const bool copies = name == "__builtin_va_copy";
  std::vector<const Expr*> lists{&argument_list(*expr.getArg(0))};
  if (copies) lists.push_back(&argument_list(*expr.getArg(1)));
  const std::vector<const Type*> parameters(lists.size(), &types().va_list_type());
  const Type& type = types().function(types().void_type(), parameters, false, true);
  const std::string plain = name == "__builtin_stdarg_start" ? "__builtin_va_start" : name;
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function(plain, type, unit_, expr.getBeginLoc());
  op.arguments = context().list(std::move(lists));
  step(op, range(expr));
}

void FunctionLowering::copy_argument_list(const Expr& to, const Expr& from, SourceRange range) {
  const Type& list = types().va_list_type();
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function(
      "__builtin_va_copy", types().function(types().void_type(), {&list, &list}, false, true), unit_, {});
  op.arguments = context().list({&to, &from});
  step(op, range);
}

const Expr& FunctionLowering::variable_argument(const clang::VAArgExpr& expr) {
  const Type& type = types().function(types().void_type(), {&types().va_list_type()}, false, true);
  Operation op;
  op.kind = OpKind::Call;
  op.arguments = context().list({&argument_list(*expr.getSubExpr())});
  op.callee = &shared_.declarations.builtin_function("__builtin_va_arg", type, unit_, expr.getBeginLoc());
  op.lvalue = &context().variable(new_temporary(type_of(expr), range(expr)));
  step(op, range(expr));
  return *op.lvalue;
}

} // namespace tandem::frontend::lower
