#include "cli/common/own_command.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tandem::cli {

namespace fs = std::filesystem;

std::vector<std::string> own_command_without(std::span<const std::string_view> options,
                                             std::span<const std::string_view> flags) {
  std::vector<std::string> words;
  std::ifstream file("/proc/self/cmdline");
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  words[0] = fs::read_symlink("/proc/self/exe").string();
  std::vector<std::string> result{"env", "-C", fs::current_path().string()};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (std::ranges::find(flags, name) != flags.end()) continue;
    if (std::ranges::find(options, name) == options.end())
      result.push_back(words[i]);
    else if (name.size() == words[i].size())
      ++i; // its value is the next word
  }
  return result;
}

} // namespace tandem::cli
