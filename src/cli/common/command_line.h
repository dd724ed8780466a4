// The command line as the user gave it, to be shown in results: running it again gives the same result.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tandem::cli {

// Of a command that has been parsed: "tandem verify --cpu 60s prog.c", quoted for a shell.
std::string command_line(const CLI::App& command);

} // namespace tandem::cli
