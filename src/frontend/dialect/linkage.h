// Definitions that CBMC accepts and compilers refuse: functions that are static after they were declared without it,
// and functions with the name of a compiler's builtin function.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

Tokens with_linkage(Tokens tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
