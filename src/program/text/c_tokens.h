// The tokens of C text: names, constants, strings and punctuation. For expressions and declarations in tandem's own
// files and in witnesses; programs are parsed by clang in the front end.
#pragma once

#include "base/core/input_error.h"
#include "program/model/expr.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem::text {

enum class TokenKind : std::uint8_t { Name, Integer, Float, Character, String, Punctuation, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;    // as written
  std::uint32_t column = 0; // counts from 1
};

// Throws InputError for text that is not a C token. `position` is where the text begins. The tokens refer to the text;
// the last one is End.
std::vector<Token> c_tokens(std::string_view text, const TextPosition& position);

// The position of a token in a text that begins at `position`.
TextPosition position_of(const Token& token, const TextPosition& position);

// "'7f'" or "the end", for messages.
std::string shown(const Token& token);

// The bytes of a string or character token, escapes replaced.
std::string unescaped(const Token& token, const TextPosition& position);

} // namespace tandem::text
