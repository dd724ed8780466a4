// Inputs that a file uses without a declaration, such as nondet_double(): other verifiers know the types by the names,
// C would take all of them for functions that return an int, which is not arbitrary enough.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

Tokens with_inputs(Tokens tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
