// Definitions that CBMC accepts and compilers refuse: functions that are static after they were declared without it,
// or of which two declarations differ in qualifiers; functions with the name of a compiler's builtin function, and
// functions without a result that are called before they are declared, which gcc accepts, too.
#pragma once

#include "frontend/dialect/tokens.h"

#include <optional>

namespace tandem::frontend::dialect {

// A function as it is declared at the top level of a file.
struct Declared {
  std::size_t name = 0;            // where the name is
  std::optional<std::size_t> with; // where the word static is
  bool is_definition = false;
};

// The function that is declared at `begin`; nothing if it is something else. `end` is set behind the declaration.
std::optional<Declared> declared(const Tokens& tokens, std::size_t begin, std::size_t& end);

Tokens with_linkage(Tokens tokens, const TokenSource& source);

} // namespace tandem::frontend::dialect
