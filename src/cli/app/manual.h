// The manual page, from the same description of the command line that parses it.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tandem::cli::app {

std::string manual_page(const CLI::App& app);

} // namespace tandem::cli::app
