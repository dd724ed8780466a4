// The clauses of a contract, as they are written.
#pragma once

#include "frontend/dialect/tokens.h"

#include <string>
#include <vector>

namespace tandem::frontend::dialect {

// One expression of a clause.
struct Condition {
  Tokens tokens;
  clang::Token clause; // the word that begins the clause
  std::string text;    // as it is written
};

// A place that may be written, or a block that may be freed, if the condition holds.
struct FrameTarget {
  Tokens condition; // empty: always
  Tokens place;
  clang::Token clause;
};

struct Clauses {
  std::vector<Condition> requires_, ensures, invariants, decreases;
  std::vector<FrameTarget> assigns, frees;
  bool has_assigns = false;

  bool is_empty() const {
    return requires_.empty() && ensures.empty() && invariants.empty() && decreases.empty() && assigns.empty() &&
           frees.empty() && !has_assigns;
  }
};

bool is_clause(const clang::Token& token);

// Reads the clauses from `at` on, which is moved behind them. Throws InputError.
Clauses read_clauses(const Tokens& tokens, std::size_t& at, const TokenSource& source);

// Where in an expression a function is called: `__CPROVER_old ( x )`. Calls `replace` with the tokens between the
// brackets, which have been rewritten in turn, for what stands there instead.
template <typename Replace>
Tokens replace_calls(const Tokens& tokens, std::string_view function, const Replace& replace) {
  Tokens result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_call = is_word(tokens[i], function) && i + 1 < tokens.size() && tokens[i + 1].is(clang::tok::l_paren);
    const std::size_t end = is_call ? closing(tokens, i + 1) : tokens.size();
    if (end == tokens.size()) {
      result.push_back(tokens[i]);
      continue;
    }
    const auto from = tokens.begin() + static_cast<std::ptrdiff_t>(i) + 2;
    const Tokens inner =
        replace_calls(Tokens(from, tokens.begin() + static_cast<std::ptrdiff_t>(end)), function, replace);
    const Tokens made = replace(inner, tokens[i]);
    result.insert(result.end(), made.begin(), made.end());
    i = end;
  }
  return result;
}

} // namespace tandem::frontend::dialect
