// Reads C types and declarators: "unsigned long", "struct s *(*)[3]", "int (*f)(char *, ...)".
#pragma once

#include "program/model/context.h"
#include "program/text/c_tokens.h"

#include <functional>
#include <string>
#include <vector>

namespace tandem::text {

// A position in a sequence of tokens, with the error messages that readers share.
class TokenCursor {
public:
  TokenCursor(std::string_view text, TextPosition text_position)
      : position_(std::move(text_position)), tokens_(c_tokens(text, position_)) {}

  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at(std::string_view word) const { return is(peek(), word); }
  bool at_end() const { return peek().kind == TokenKind::End; }
  Token consume();
  bool consume(std::string_view word); // whether it was there
  void expect(std::string_view word);
  std::size_t position() const { return at_; }

  const TextPosition& text_position() const { return position_; }
  [[noreturn]] void fail(const std::string& message) const { fail(peek(), message); }
  [[noreturn]] void fail(const Token& token, const std::string& message) const;

  static bool is(const Token& token, std::string_view word) {
    return (token.kind == TokenKind::Name || token.kind == TokenKind::Punctuation) && token.text == word;
  }

private:
  TextPosition position_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

struct Declared {
  std::string name; // empty for a type name
  const Type* type = nullptr;
  std::vector<std::string> parameters; // the names in the outermost parameter list of a function
};

class CTypeReader {
public:
  // Records are found by tag; nullptr if there is none.
  using FindRecord = std::function<const Type*(std::string_view tag)>;
  CTypeReader(Context& context, TokenCursor& cursor, FindRecord find_record)
      : types_(context.types()), cursor_(cursor), find_record_(std::move(find_record)) {}

  // Whether a type begins at the token. The usual typedefs (size_t, uint8_t, …) are known, and tags without struct or
  // union, since unnamed records have the name of their typedef as tag.
  bool starts_type(const Token& token) const;

  const Type& specifiers();              // "const unsigned long"
  Declared declarator(const Type& base); // "*name[3]", the name may be missing
  const Type& type_name();               // of a cast or sizeof

private:
  // Declarators read inside out: what is read first is applied last.
  struct Layer {
    enum class Kind : std::uint8_t { Pointer, Array, OpenArray, Function } kind;
    std::uint64_t length = 0;
    std::vector<const Type*> parameters;
    std::vector<std::string> names;
    bool is_variadic = false;
    bool has_prototype = true;
  };

  const Type& basic_type(const Token& first);
  const Type* find_typedef(std::string_view name) const;
  const Type& record_type();
  void skip_qualifiers();
  void layers(std::vector<Layer>& out, std::string& name, int depth);
  void suffixes(std::vector<Layer>& out, int depth);
  Layer array_layer();
  Layer function_layer(int depth);
  Declared declarator(const Type& base, int depth);

  TypeTable& types_;
  TokenCursor& cursor_;
  FindRecord find_record_;
};

} // namespace tandem::text
