// What the loader and the C library run around the entry function: constructors before it; when it returns or exit is
// called, the handlers that atexit has registered and then the destructors. The entry function calls them itself, so
// that every engine and every written program has them in the platform's order.
//
// What main is passed the environment decides: at least one argument (Linux makes up an empty one), a list that ends
// with a null pointer, texts that end with a zero. Few arguments are an array and texts of their own, with contents of
// which nothing is known; if there are more, the list is somewhere else. The list of environment variables is made by a
// function of the C library's model.

#include "frontend/lower/function_lowering.h"
#include "program/model/arguments.h"

namespace tandem::frontend::lower {

namespace {

const clang::ValueDecl* variable_named_in(const clang::Expr& expr) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr.IgnoreParenImpCasts());
  return reference == nullptr ? nullptr : reference->getDecl();
}

// list[i], read.
const clang::ArraySubscriptExpr* read_element(const clang::Stmt& stmt, const clang::ValueDecl* list) {
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(&stmt);
  if (list == nullptr || cast == nullptr || cast->getCastKind() != clang::CK_LValueToRValue) return nullptr;
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens());
  return element != nullptr && variable_named_in(*element->getBase()) == list ? element : nullptr;
}

// Whether the number is only read, and the list only through list[i].
bool are_only_read(const clang::Stmt& stmt, const clang::ValueDecl* count, const clang::ValueDecl* list) {
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&stmt);
      cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue &&
      llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()) && variable_named_in(*cast) == count)
    return true;
  if (const clang::ArraySubscriptExpr* element = read_element(stmt, list))
    return are_only_read(*element->getIdx(), count, list);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&stmt))
    return reference->getDecl() != count && reference->getDecl() != list;
  for (const clang::Stmt* child : stmt.children())
    if (child != nullptr && !are_only_read(*child, count, list)) return false;
  return true;
}

} // namespace

void FunctionLowering::receive_arguments(const clang::FunctionDecl& main) {
  if (!main.isMain() || main.getNumParams() == 0 || main.isReferenced()) return; // it may call itself
  const SourceRange range = unit_.range(main.getParamDecl(0)->getSourceRange());
  const Expr& count = context().variable(variable(*main.getParamDecl(0)));
  if (!count.type().is_integer()) return;
  Operation number;
  number.kind = OpKind::Nondet;
  number.source = NondetSource::Environment;
  number.callee =
      &shared_.declarations.builtin_function("tandem_environment_int", types().function(count.type(), {}, false, true),
                                             unit_, main.getParamDecl(0)->getLocation());
  number.lvalue = &count;
  step(number, range);
  Operation at_least_one;
  at_least_one.kind = OpKind::Assume;
  at_least_one.value = &context().binary(BinaryOp::Gt, count, context().integer(count.type(), 0));
  step(at_least_one, range);
  if (main.getNumParams() > 2 && main.getParamDecl(2)->isReferenced() && shared_.declarations.environment_list())
    receive_list(variable(*main.getParamDecl(2)), range);
  if (main.getNumParams() < 2 || !main.getParamDecl(1)->isReferenced()) return;
  const Variable& list = variable(*main.getParamDecl(1));
  if (!list.type->is_pointer() || !list.type->element().is_pointer()) return;
  receive_texts(list, count, range);
  if (!are_only_read(*main.getBody(), main.getParamDecl(0), main.getParamDecl(1))) return;
  argument_count_ = main.getParamDecl(0);
  argument_list_ = main.getParamDecl(1);
}

void FunctionLowering::receive_list(const Variable& parameter, SourceRange range) {
  if (!parameter.type->is_pointer()) return;
  const Expr& list = context().variable(shared_.declarations.environment_variable());
  assign(context().variable(parameter), context().cast(*parameter.type, list), range);
}

void FunctionLowering::receive_texts(const Variable& list, const Expr& count, SourceRange range) {
  const auto at = [&](const Expr& array, std::uint64_t i) -> const Expr& {
    return context().index(array, context().integer(types().ptrdiff_type(), UInt128{i}));
  };
  const Type& pointer = list.type->element();
  const Type& character = types().integer(IntegerKind::Char);
  const Type& texts = types().array_of(types().array_of(character, argument_size), known_arguments);
  const Expr& known = context().variable(new_temporary(texts, range, std::string(argument_texts_name).c_str()));
  const Expr& pointers =
      context().variable(new_temporary(types().array_of(pointer, known_arguments + 1), range, "arguments"));
  const DraftLocation few = new_location(), after = new_location();
  const Expr& most = context().integer(count.type(), UInt128{known_arguments});
  shared_.builder.add_branch(here_, context().binary(BinaryOp::Le, count, most), few, after, range);
  continue_at(few);
  for (std::uint64_t i = 0; i < known_arguments; ++i) {
    assign(at(at(known, i), argument_size - 1), context().integer(character, 0), range);
    assign(at(pointers, i), context().cast(pointer, context().decay(at(known, i))), range);
  }
  assign(context().index(pointers, context().cast(types().ptrdiff_type(), count)), context().zero(pointer), range);
  assign(context().variable(list), context().cast(*list.type, context().decay(pointers)), range);
  shared_.builder.add_edge(here_, after, {}, range);
  continue_at(after);
}

// Below their number, arguments are not null; there, the list ends with a null pointer.
const Expr* FunctionLowering::passed_argument(const clang::CastExpr& expr) {
  const clang::ArraySubscriptExpr* element = read_element(expr, argument_list_);
  if (element == nullptr || element->getIdx()->HasSideEffects(unit_.ast())) return nullptr;
  const Expr& result = into_temporary(lvalue(*element), range(expr));
  const Type& wide = types().integer(IntegerKind::LongLong);
  const Expr& index = context().cast(wide, value(*element->getIdx()));
  const Expr& count = context().cast(wide, context().variable(variable(*argument_count_)));
  const Expr& before = context().binary(BinaryOp::Lt, index, context().integer(wide, 0));
  const Expr& behind = context().binary(BinaryOp::Gt, index, count);
  const Expr& is_end = context().binary(BinaryOp::Eq, index, count);
  const Expr& is_there = context().binary(BinaryOp::Ne, result, context().zero(result.type()));
  Operation assumed;
  assumed.kind = OpKind::Assume;
  assumed.value = &context().conditional(
      is_end, context().unary(UnaryOp::LogicalNot, is_there),
      context().binary(BinaryOp::LogicalOr, is_there, context().binary(BinaryOp::LogicalOr, before, behind)));
  step(assumed, range(expr));
  return &result;
}

// Before constructors, which may look at it.
void FunctionLowering::receive_environment() {
  Function* list = shared_.declarations.environment_list();
  if (list == nullptr) return;
  Operation op;
  op.kind = OpKind::Call;
  op.callee = list;
  step(op, function_->range());
}

void FunctionLowering::run_constructors() {
  for (Function* constructor : shared_.declarations.constructors()) {
    Operation op;
    op.kind = OpKind::Call;
    op.callee = constructor;
    step(op, constructor->range());
  }
}

void FunctionLowering::run_at_exit(SourceRange range) {
  const auto run = [&](Function& function) {
    Operation op;
    op.kind = OpKind::Call;
    op.callee = &function;
    step(op, range);
  };
  if (Function* handlers = shared_.declarations.exit_handlers()) run(*handlers);
  for (Function* destructor : shared_.declarations.destructors()) run(*destructor);
}

const Expr* FunctionLowering::end_program(const Expr* result, SourceRange range) {
  if (!shared_.declarations.is_entry(*function_) || !shared_.declarations.has_exit_sequence()) return result;
  if (result != nullptr && !result->is_constant()) result = &into_temporary(*result, range);
  run_at_exit(range);
  return result;
}

} // namespace tandem::frontend::lower
