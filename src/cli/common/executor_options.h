// Where independent pieces of work run: the options that bench, proofs and test share.
#pragma once

#include "bench/jobs/run_jobs.h"

#include <string>

namespace CLI {
class App;
}

namespace tandem::cli {

// `pieces`: what they are called in the help, "runs".
void add_executor_options(CLI::App& app, bench::ExecutorChoice& choice, const std::string& pieces);

} // namespace tandem::cli
