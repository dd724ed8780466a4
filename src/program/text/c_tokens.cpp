// Maximal munch by a table of punctuators ordered by length; numbers are preprocessing numbers, whose validity the
// number reader checks.

#include "program/text/c_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tandem::text {

namespace {

// Longer ones first, so that the first match is the right one.
constexpr std::array<std::string_view, 46> punctuation{
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=",  "/=",  "%=",  "&=", "|=", "^=", "(",  ")",  "[",  "]",  "{",  "}",  ".",  "&",  "*",  "+",
    "-",   "~",   "!",   "/",  "%",  "<",  ">",  "^",  "|",  "?",  ":",  ";",  "=",  ",",
};

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

class Lexer {
public:
  Lexer(std::string_view text, const TextPosition& position) : text_(text), position_(position) {}

  std::vector<Token> all() {
    std::vector<Token> result;
    while (true) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      begin_ = at_;
      result.push_back(at_ == text_.size() ? make(TokenKind::End) : next());
      if (result.back().kind == TokenKind::End) return result;
    }
  }

private:
  Token next() {
    const char c = text_[at_];
    // ACSL writes \result and \old.
    if (is_name_start(c) || (c == '\\' && at_ + 1 < text_.size() && is_name_start(text_[at_ + 1]))) return name();
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
    if (c == '"') return quoted(TokenKind::String);
    if (c == '\'') return quoted(TokenKind::Character);
    for (std::string_view mark : punctuation) {
      if (!text_.substr(at_).starts_with(mark)) continue;
      at_ += mark.size();
      return make(TokenKind::Punctuation);
    }
    const bool is_printable = c >= ' ' && c <= '~';
    fail(is_printable ? "unexpected character '" + std::string(1, c) + "'" : "unexpected character");
  }

  Token name() {
    ++at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    return make(TokenKind::Name);
  }

  // A preprocessing number: digits, letters, points, and signs after an exponent's letter.
  Token number() {
    const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
    bool is_float = false;
    while (at_ < text_.size() && (is_name_part(text_[at_]) || text_[at_] == '.')) {
      const char c = text_[at_++];
      const bool is_exponent = is_hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      is_float |= is_exponent || c == '.';
      if (is_exponent && at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    }
    return make(is_float ? TokenKind::Float : TokenKind::Integer);
  }

  Token quoted(TokenKind kind) {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) fail("missing the closing quote");
    ++at_;
    return make(kind);
  }

  Token make(TokenKind kind) const {
    return {kind, text_.substr(begin_, at_ - begin_), static_cast<std::uint32_t>(begin_ + 1)};
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(position_of(make(TokenKind::End), position_), message);
  }

  std::string_view text_;
  const TextPosition& position_;
  std::size_t at_ = 0, begin_ = 0;
};

class Unescaper {
public:
  Unescaper(const Token& token, const TextPosition& position)
      : token_(token), position_(position), text_(token.text.substr(1, token.text.size() - 2)) {}

  std::string run() {
    std::string result;
    while (!text_.empty()) {
      const char c = consume();
      result += c == '\\' ? escape() : c;
    }
    return result;
  }

private:
  char consume() {
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }

  char escape() {
    const char c = consume(); // the lexer made sure that there is one
    if (c == 'x') return code(16, text_.size());
    if (c >= '0' && c <= '7') {
      text_ = {text_.data() - 1, text_.size() + 1};
      return code(8, 3);
    }
    constexpr std::string_view from = "ntrabfve\\'\"?", to = "\n\t\r\a\b\f\v\033\\'\"?";
    const std::size_t at = from.find(c);
    if (at == std::string_view::npos)
      throw InputError(position_of(token_, position_),
                       "unknown escape '\\" + std::string(1, c) + "' in " + shown(token_));
    return to[at];
  }

  char code(unsigned base, std::size_t most) {
    unsigned value = 0;
    for (std::size_t count = 0; count < most && !text_.empty(); ++count) {
      const char c = text_.front();
      const unsigned digit = is_digit(c) ? static_cast<unsigned>(c - '0')
                             : std::isxdigit(static_cast<unsigned char>(c)) != 0
                                 ? static_cast<unsigned>((c | 32) - 'a' + 10)
                                 : base;
      if (digit >= base) break;
      value = value * base + digit;
      text_.remove_prefix(1);
    }
    return static_cast<char>(value);
  }

  const Token& token_;
  const TextPosition& position_;
  std::string_view text_;
};

} // namespace

std::vector<Token> c_tokens(std::string_view text, const TextPosition& position) { return Lexer(text, position).all(); }

TextPosition position_of(const Token& token, const TextPosition& position) {
  TextPosition result = position;
  result.line = std::max(result.line, 1u);
  result.column = std::max(result.column, 1u) + token.column - 1;
  return result;
}

std::string shown(const Token& token) {
  if (token.kind == TokenKind::End) return "the end";
  return "'" + std::string(token.text.substr(0, 40)) + "'";
}

std::string unescaped(const Token& token, const TextPosition& position) { return Unescaper(token, position).run(); }

} // namespace tandem::text
