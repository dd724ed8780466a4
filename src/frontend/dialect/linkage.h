// Definitions that CBMC accepts and compilers refuse: functions that are static after they were declared without it,
// functions with the name of a compiler's builtin function, and functions without a result that are called before they
// are declared, which gcc accepts, too.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

Tokens with_linkage(Tokens tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
