// What the user may have meant: the nearest command or option, and what options of CBMC and its relatives are called
// here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli::app {

// The nearest of the names, if it is near enough for a slip of the keyboard; otherwise empty.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

// For an option that the command does not have: "; did you mean --json?", or what to do instead; empty if nothing is
// known.
std::string option_hint(const CLI::App& command, std::string_view option);

} // namespace tandem::cli::app
