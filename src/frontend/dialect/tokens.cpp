#include "frontend/dialect/tokens.h"

#include <llvm/Support/MemoryBuffer.h>

namespace tandem::frontend::dialect {

Tokens TokenSource::lex(const std::string& text, clang::SourceLocation at) const {
  clang::SourceManager& sources = preprocessor_.getSourceManager();
  const clang::FileID file = sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(text, "<dialect>"));
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, preprocessor_.getLangOpts());
  Tokens result;
  clang::Token token;
  while (true) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) return result;
    if (token.is(clang::tok::raw_identifier)) preprocessor_.LookUpIdentifierInfo(token);
    token.setLocation(at.isValid() ? at : token.getLocation());
    result.push_back(token);
  }
}

std::string TokenSource::text(const clang::Token& token) const {
  return token.isAnnotation() ? std::string() : preprocessor_.getSpelling(token);
}

std::string TokenSource::text(const Tokens& tokens, std::size_t begin, std::size_t end) const {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) result += (i == begin ? "" : " ") + text(tokens[i]);
  return result;
}

TextPosition TokenSource::position(const clang::Token& token) const {
  const clang::SourceManager& sources = preprocessor_.getSourceManager();
  const clang::SourceLocation location = sources.getFileLoc(token.getLocation());
  return {sources.getFilename(location).str(), sources.getSpellingLineNumber(location),
          sources.getSpellingColumnNumber(location)};
}

bool TokenSource::is_in_system_header(const clang::Token& token) const {
  return preprocessor_.getSourceManager().isInSystemHeader(token.getLocation());
}

bool TokenSource::are_adjacent(const clang::Token& left, const clang::Token& right) const {
  return !right.hasLeadingSpace() && !right.isAtStartOfLine() &&
         left.getLocation().isMacroID() == right.getLocation().isMacroID() && !left.isAnnotation();
}

std::string_view word_of(const clang::Token& token) {
  if (token.isAnnotation() || token.getIdentifierInfo() == nullptr) return {};
  const llvm::StringRef name = token.getIdentifierInfo()->getName();
  return {name.data(), name.size()};
}

bool is_word(const clang::Token& token, std::string_view word) { return word_of(token) == word; }

bool opens(const clang::Token& token) {
  return token.isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace);
}

bool closes(const clang::Token& token) {
  return token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace);
}

std::size_t closing(const Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

std::vector<TokenRange> split_at_commas(const Tokens& tokens, TokenRange range) {
  std::vector<TokenRange> result;
  std::size_t begin = range.begin;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (opens(tokens[i])) i = std::min(closing(tokens, i), range.end);
    if (i >= range.end || tokens[i].isNot(clang::tok::comma)) continue;
    result.push_back({begin, i});
    begin = i + 1;
  }
  if (begin < range.end || !result.empty()) result.push_back({begin, range.end});
  return result;
}

} // namespace tandem::frontend::dialect
