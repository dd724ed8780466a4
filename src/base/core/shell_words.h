// Words of a command line as a shell reads them.
#pragma once

#include <string>
#include <vector>

namespace tandem {

// "a", "'b c'"
std::string shell_word(const std::string& word);
std::string shell_words(const std::vector<std::string>& words);

} // namespace tandem
