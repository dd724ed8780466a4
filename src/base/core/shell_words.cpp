#include "base/core/shell_words.h"

namespace tandem {

std::string shell_word(const std::string& word) {
  const bool is_plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                                "0123456789_-+=.,/:@%") == std::string::npos;
  if (is_plain) return word;
  std::string result = "'";
  for (const char c : word) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : " ") + shell_word(word);
  return result;
}

} // namespace tandem
