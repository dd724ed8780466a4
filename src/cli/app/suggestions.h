// What the user may have meant by an option: the nearest one, or how that of another tool is called here.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace tandem::cli::app {

// For an option that the command does not have: "; did you mean --json?", or what to do instead; empty if nothing is
// known.
std::string option_hint(const CLI::App& command, std::string_view option);

} // namespace tandem::cli::app
