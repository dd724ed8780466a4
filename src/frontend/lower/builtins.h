// Properties of clang's builtin functions that the analysis of side effects depends on.
#pragma once

#include "frontend/parse/clang_headers.h"

namespace tandem::frontend::lower {

// Its arguments are not evaluated, as in __builtin_constant_p.
bool is_unevaluated_builtin(const clang::CallExpr& call);
// Its value is that of its first argument, as in __builtin_expect.
bool is_transparent_builtin(const clang::CallExpr& call);
// Calling it changes nothing in the program: __builtin_clz, __VERIFIER_nondet_int, …
bool only_computes(const clang::CallExpr& call);

} // namespace tandem::frontend::lower
