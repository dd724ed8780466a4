// Variable arguments: __builtin_va_start, va_copy, va_end and va_arg become calls that take the va_list as an lvalue.

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

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
