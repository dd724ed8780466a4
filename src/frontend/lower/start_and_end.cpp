// What the loader and the C library run around the entry function: constructors before it; when it returns or exit is
// called, the handlers that atexit has registered and then the destructors. The entry function calls them itself, so
// that every engine and every written program has them in the platform's order.

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

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
