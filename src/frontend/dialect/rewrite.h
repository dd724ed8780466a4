// The dialects of other verifiers as C, token by token (README.md).
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

// The tokens of a preprocessed file. Throws InputError where the dialect is used wrongly.
Tokens rewrite(Tokens tokens, clang::Preprocessor& preprocessor);

} // namespace tandem::frontend::dialect
