// Contracts of functions and loops as C (docs/decisions/028-contracts.md).
//
// Clauses stand behind the head of a function or loop. They are taken out; where a contract is to be used, it becomes
// code: a function that is checked against its contract gets a function in front of it that assumes what is required,
// calls it and asserts what is ensured; one whose calls are replaced becomes a body that asserts, forgets and assumes;
// a loop becomes its base and its step. What may be written is kept in variables that transform/contracts knows by
// name.
//
// Which contracts are to be used is told by macros, since it concerns single files as macros do.
#pragma once

#include "frontend/dialect/tokens.h"

namespace tandem::frontend::dialect {

// Whether a function is checked against its contract, which may be in another file than its body.
bool enforces_contracts(const clang::Preprocessor& preprocessor);

Tokens rewrite_contracts(Tokens tokens, clang::Preprocessor& preprocessor);

} // namespace tandem::frontend::dialect
