// A scanner that never fails: an unterminated comment or string extends to the end of the text or line.

#include "program/source/source_scan.h"

#include <algorithm>
#include <cctype>

namespace tandem::source {

namespace {

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

class Scanner {
public:
  Scanner(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.substr(0, std::min(end, text.size()))), at_(begin) {}

  std::vector<SourceWord> run() {
    std::vector<SourceWord> words;
    while (skip(), at_ < text_.size()) {
      const std::size_t begin = at_;
      consume_word();
      words.push_back({begin, at_, text_.substr(begin, at_ - begin)});
    }
    return words;
  }

private:
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
      else if (starts("//") || (text_[at_] == '#' && is_line_start()))
        skip_line();
      else if (starts("/*"))
        skip_comment();
      else
        return;
    }
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
  }

  bool is_line_start() const {
    const std::size_t last = at_ == 0 ? std::string_view::npos : text_.find_last_not_of(" \t", at_ - 1);
    return last == std::string_view::npos || text_[last] == '\n';
  }

  // A backslash at the end of a line continues it.
  void skip_line() {
    do {
      at_ = std::min(text_.size(), text_.find('\n', at_ + 1));
    } while (at_ < text_.size() && text_[at_ - 1] == '\\');
  }

  void consume_word() {
    const char c = text_[at_];
    if (is_word_part(c)) {
      while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
    } else if (c == '"' || c == '\'') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != c && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
    } else {
      at_ += starts("&&") || starts("||") || starts("!=") || starts("==") || starts("<=") || starts(">=") ? 2 : 1;
    }
  }

  std::string_view text_;
  std::size_t at_;
};

} // namespace

bool SourceWord::is_word() const { return is_word_part(text.front()); }

bool SourceWord::is_name() const { return is_word() && std::isdigit(static_cast<unsigned char>(text.front())) == 0; }

std::vector<SourceWord> scan_source(std::string_view text, std::size_t begin, std::size_t end) {
  return Scanner(text, begin, end).run();
}

} // namespace tandem::source
