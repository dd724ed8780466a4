// The tokens of a program's text without what the compiler does not treat as code: comments and preprocessor lines are
// skipped, quoted text is one token. Lenient: it accepts any input.
#pragma once

#include <string_view>
#include <vector>

namespace tandem::source {

struct SourceWord {
  std::size_t begin = 0, end = 0;
  std::string_view text; // a name, a number, quoted text, && || != == <= >=, or one character

  bool is(std::string_view other) const { return text == other; }
  bool is_word() const; // a name or a number
  bool is_name() const;
};

// The words of text[begin, end).
std::vector<SourceWord> scan_source(std::string_view text, std::size_t begin, std::size_t end);

} // namespace tandem::source
