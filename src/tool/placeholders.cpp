#include "tool/placeholders.h"

#include "base/core/input_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <ranges>

namespace tandem::tool {
namespace {

bool is_name_character(char c) { return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

// The name of the placeholder that starts at this brace; empty if there is none.
std::string_view name_at(std::string_view text, std::size_t brace) {
  std::size_t end = brace + 1;
  while (end < text.size() && is_name_character(text[end])) ++end;
  if (end == text.size() || text[end] != '}') return {};
  return text.substr(brace + 1, end - brace - 1);
}

const std::vector<std::string>& filling(std::string_view name, const Fillings& fillings) {
  const auto found = fillings.find(std::string(name));
  if (found != fillings.end()) return found->second;
  throw InputError(
      fmt::format("there is no placeholder {{{}}}; there are {}", name, fmt::join(std::views::keys(fillings), ", ")));
}

} // namespace

std::string fill_text(std::string_view text, const Fillings& fillings) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view name = text[i] == '{' ? name_at(text, i) : std::string_view();
    if (name.empty()) {
      result += text[i];
      continue;
    }
    const auto& words = filling(name, fillings);
    if (words.size() != 1)
      throw InputError(fmt::format("{{{}}} has {} words and cannot stand inside one", name, words.size()));
    result += words.front();
    i += name.size() + 1;
  }
  return result;
}

std::vector<std::string> fill_words(const std::vector<std::string>& words, const Fillings& fillings) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    const std::string_view name = word.starts_with('{') ? name_at(word, 0) : std::string_view();
    if (!name.empty() && name.size() + 2 == word.size())
      std::ranges::copy(filling(name, fillings), std::back_inserter(result));
    else
      result.push_back(fill_text(word, fillings));
  }
  return result;
}

} // namespace tandem::tool
