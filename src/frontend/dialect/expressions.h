// Operators and types of other verifiers' C as C: a ==> b, a <==> b, quantifiers, bit vectors.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

// Functions that stand for quantifiers. Their argument is a statement expression, which declares the variable and has
// the condition as its value.
inline constexpr std::string_view forall_function = "__tandem_forall";
inline constexpr std::string_view exists_function = "__tandem_exists";

Tokens rewrite_expressions(const Tokens& tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
