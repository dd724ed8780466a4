#include "frontend/dialect/rewrite.h"

#include "frontend/dialect/contracts.h"
#include "frontend/dialect/declarations.h"
#include "frontend/dialect/expressions.h"
#include "frontend/dialect/linkage.h"

#include <algorithm>

namespace tandem::frontend::dialect {

namespace {

// Most programs have nothing of it, and are long.
bool is_used(const Tokens& tokens) {
  clang::tok::TokenKind before = clang::tok::unknown;
  return std::ranges::any_of(tokens, [&](const clang::Token& token) {
    const bool is_implication = token.is(clang::tok::greater) && before == clang::tok::equalequal;
    before = token.getKind();
    const std::string_view word = word_of(token);
    return is_implication || word.starts_with("__CPROVER_") || word.starts_with("klee_") ||
           word.starts_with("__ESBMC_");
  });
}

} // namespace

Tokens rewrite(Tokens tokens, clang::Preprocessor& preprocessor) {
  const TokenSource source(preprocessor);
  tokens = with_linkage(std::move(tokens), source);
  if (!is_used(tokens)) return tokens;
  tokens = rewrite_contracts(std::move(tokens), preprocessor);
  return with_declarations(rewrite_expressions(tokens, source), source);
}

} // namespace tandem::frontend::dialect
