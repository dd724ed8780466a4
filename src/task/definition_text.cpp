// A textual search for specifiers before the function's name, good enough since the text has already been parsed.

#include "task/definition_text.h"

#include <cctype>

namespace tandem::task {

namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The next position at which the word is not part of a longer one.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end])))
      return at;
  }
  return std::string_view::npos;
}

} // namespace

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word, 0) != std::string_view::npos;
}

bool DefinitionTexts::is_static(const Function& function) {
  const std::string_view text = sources_.text(function.range().begin.file).text();
  const std::string_view name = function.source_name();
  for (std::size_t at = find_word(text, name, 0); at != std::string_view::npos; at = find_word(text, name, at + 1)) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_of(";{}", at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    if (has_word(text.substr(begin, at - begin), "static")) return true;
  }
  return false;
}

bool DefinitionTexts::is_plain_inline(const Function& function) {
  if (!function.range().begin.is_known()) return false;
  const source::SourceText& source = sources_.text(function.range().begin.file);
  const std::string_view text = source.text();
  const std::size_t begin = source.offset(function.range().begin);
  const std::size_t name = find_word(text, function.source_name(), begin);
  if (name == std::string_view::npos) return false;
  const std::string_view words = text.substr(begin, name - begin);
  const bool is_inline = has_word(words, "inline") || has_word(words, "__inline") || has_word(words, "__inline__");
  return is_inline && !has_word(words, "static") && !has_word(words, "extern");
}

} // namespace tandem::task
