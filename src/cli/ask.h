// The options of commands that ask an engine about claims of an automaton, and the asking itself.
#pragma once

#include "analysis/check_gia.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

struct AskOptions {
  std::string engine = "kinduction";
  std::string cpu = "60s", memory = "4GB"; // for each question
};

void add_ask_options(CLI::App& app, AskOptions& options);

// The engine runs in a process of its own. Throws InputError for limits that are none.
analysis::Ask make_ask(const AskOptions& options, const Property& property,
                       std::vector<std::string> compiler_arguments);

} // namespace tandem::cli
