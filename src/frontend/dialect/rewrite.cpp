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

// __ESBMC_init_object(v) makes the variable v arbitrary, (&v) what the address leads to.
Tokens with_arbitrary_objects(const Tokens& tokens, const TokenSource& source) {
  Tokens result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    result.push_back(tokens[i]);
    const bool is_call =
        is_word(tokens[i], "__ESBMC_init_object") && i + 2 < tokens.size() && tokens[i + 1].is(clang::tok::l_paren);
    const std::size_t end = is_call ? closing(tokens, i + 1) : tokens.size();
    if (end == tokens.size()) continue;
    const bool is_address = tokens[i + 2].is(clang::tok::amp);
    const std::string object = "(" + source.text(tokens, i + 2, end) + ")";
    const std::string text = "__CPROVER_havoc_slice(" + (is_address ? object : "&" + object) + ",sizeof" +
                             (is_address ? "*" + object : object) + ")";
    const Tokens call = source.lex(text, tokens[i].getLocation());
    result.pop_back();
    result.insert(result.end(), call.begin(), call.end());
    i = end;
  }
  return result;
}

} // namespace

Tokens rewrite(Tokens tokens, clang::Preprocessor& preprocessor) {
  const TokenSource source(preprocessor);
  tokens = with_inputs(with_linkage(std::move(tokens), source), source);
  if (!is_used(tokens) && !enforces_contracts(preprocessor)) return tokens;
  tokens = with_arbitrary_objects(with_usual_names(std::move(tokens), source), source);
  tokens = rewrite_contracts(tokens, preprocessor);
  return with_declarations(rewrite_expressions(tokens, source), source);
}

} // namespace tandem::frontend::dialect
