// What other verifiers know without a declaration: functions and types of CBMC's, KLEE's and ESBMC's C.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

// Puts declarations in front of the tokens, for the names that they use and do not declare themselves.
Tokens with_declarations(const Tokens& tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
