// Atomic operations, read as plain ones: the program is sequential.

#include "frontend/function_lowering.h"

namespace tandem::frontend {

const Expr* FunctionLowering::atomic(const clang::AtomicExpr& expr, Use) { refuse(expr, "an atomic operation"); }

const Expr* FunctionLowering::sync_builtin(const std::string& name, const clang::CallExpr& expr, Use) {
  refuse(expr, "the function " + name);
}

} // namespace tandem::frontend
