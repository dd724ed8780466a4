// Shell completion for bash, zsh and fish, from the same description of the command line that parses it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tandem::cli::app {

// `shell` is "bash", "zsh" or "fish".
std::string shell_completion(const CLI::App& app, std::string_view shell);

// The values an option accepts, if they are a fixed set.
std::vector<std::string> choices(const CLI::Option& option);

} // namespace tandem::cli::app
