// The options of commands that let an engine check claims of an automaton, and the check itself.
#pragma once

#include "analysis/validate/check_gia.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

struct EngineQueryOptions {
  std::string engine = "kinduction";
  std::string cpu = "60s", memory = "4GB"; // for each question
};

void add_engine_query_options(CLI::App& app, EngineQueryOptions& options);

// The engine runs in a process of its own. Throws InputError for limits that are none.
analysis::validate::EngineQuery make_engine_query(const EngineQueryOptions& options,
                                                  std::vector<std::string> compiler_arguments);

} // namespace tandem::cli
