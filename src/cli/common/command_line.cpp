#include "cli/common/command_line.h"

#include "base/core/shell_words.h"

#include <CLI/CLI.hpp>

namespace tandem::cli {

std::string command_line(const CLI::App& command) {
  std::vector<std::string> words{"tandem", command.get_name()}, files;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    const bool is_flag = option->get_expected_max() == 0;
    for (const std::string& value : option->results()) {
      if (option->get_positional()) {
        files.push_back(value);
        continue;
      }
      words.push_back(option->get_name());
      if (!is_flag) words.push_back(value);
    }
  }
  words.insert(words.end(), files.begin(), files.end());
  return shell_words(words);
}

} // namespace tandem::cli
