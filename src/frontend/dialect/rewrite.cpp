#include "frontend/dialect/rewrite.h"

#include "frontend/dialect/contracts.h"
#include "frontend/dialect/declarations.h"
#include "frontend/dialect/expressions.h"
#include "frontend/dialect/inputs.h"
#include "frontend/dialect/linkage.h"

#include <algorithm>
#include <array>

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

struct OtherName {
  std::string_view name, same;
};

// What ESBMC calls otherwise.
constexpr std::array other_names{
    OtherName{"__ESBMC_same_object", "__CPROVER_same_object"},
    OtherName{"__ESBMC_POINTER_OFFSET", "__CPROVER_POINTER_OFFSET"},
    OtherName{"__ESBMC_POINTER_OBJECT", "__CPROVER_POINTER_OBJECT"},
    OtherName{"__ESBMC_get_object_size", "__CPROVER_OBJECT_SIZE"},
    OtherName{"__ESBMC_memset", "__builtin_memset"},
    OtherName{"__ESBMC_memcpy", "__builtin_memcpy"},
    OtherName{"__ESBMC_alloca", "__builtin_alloca"},
};

Tokens with_usual_names(Tokens tokens, const TokenSource& source) {
  for (clang::Token& token : tokens)
    if (const auto found = std::ranges::find(other_names, word_of(token), &OtherName::name); found != other_names.end())
      token = source.lex(std::string(found->same), token.getLocation()).front();
  return tokens;
}

} // namespace

Tokens rewrite(Tokens tokens, clang::Preprocessor& preprocessor) {
  const TokenSource source(preprocessor);
  tokens = with_inputs(with_linkage(std::move(tokens), source), source);
  if (!is_used(tokens) && !enforces_contracts(preprocessor)) return tokens;
  tokens = rewrite_contracts(with_usual_names(std::move(tokens), source), preprocessor);
  return with_declarations(rewrite_expressions(tokens, source), source);
}

} // namespace tandem::frontend::dialect
