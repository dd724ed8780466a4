// Words of a command with {names} in them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tool {

using Fillings = std::map<std::string, std::vector<std::string>>;

// A word that is nothing but a placeholder becomes all its words; inside a word it must have exactly one. Other braces
// stay as they are. Throws InputError for a placeholder that is unknown.
std::vector<std::string> fill_words(const std::vector<std::string>& words, const Fillings& fillings);
std::string fill_text(std::string_view text, const Fillings& fillings);

// As a shell would take it.
std::string shell_words(const std::vector<std::string>& words);

} // namespace tandem::tool
