// The preprocessed program as clang's tokens, each with its position, and what rewriting them needs.
//
// The dialects of other verifiers are no C: `a ==> b`, quantifiers, clauses of contracts. They are rewritten to C after
// the preprocessor and before the parser, since macros produce them, too. A new token has the position of what it
// stands for, so that everything behind the parser speaks of the user's text.
#pragma once

#include "base/core/input_error.h"
#include "frontend/dialect/clang_lexer.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::frontend::dialect {

using Tokens = std::vector<clang::Token>;

class TokenSource {
public:
  explicit TokenSource(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  // The tokens of a piece of C without comments and directives; all at this position.
  Tokens lex(const std::string& text, clang::SourceLocation at) const;
  std::string text(const clang::Token& token) const;
  // The tokens with a blank between them.
  std::string text(const Tokens& tokens, std::size_t begin, std::size_t end) const;
  TextPosition position(const clang::Token& token) const;
  bool is_in_system_header(const clang::Token& token) const;
  // Whether the second one follows the first one directly.
  bool are_adjacent(const clang::Token& left, const clang::Token& right) const;

private:
  clang::Preprocessor& preprocessor_;
};

bool is_word(const clang::Token& token, std::string_view word);
// The identifier or keyword; empty for other tokens.
std::string_view word_of(const clang::Token& token);

bool opens(const clang::Token& token);  // ( [ {
bool closes(const clang::Token& token); // ) ] }
// The index of what closes the bracket at `open`; the number of tokens if nothing does.
std::size_t closing(const Tokens& tokens, std::size_t open);

// The ranges between the commas at the top level of tokens [begin, end).
struct TokenRange {
  std::size_t begin, end;
  bool is_empty() const { return begin == end; }
};
std::vector<TokenRange> split_at_commas(const Tokens& tokens, TokenRange range);

} // namespace tandem::frontend::dialect
