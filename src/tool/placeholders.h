// Command words and texts with {placeholders}.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tool {

using Fillings = std::map<std::string, std::vector<std::string>>;

// A word that consists of a placeholder is replaced by all its words; a placeholder inside a word must have exactly
// one. Other braces are kept. Throws InputError for an unknown placeholder.
std::vector<std::string> fill_words(const std::vector<std::string>& words, const Fillings& fillings);
std::string fill_text(std::string_view text, const Fillings& fillings);

} // namespace tandem::tool
