// What `tandem verify` was asked for.
#pragma once

#include "bench/jobs/run_jobs.h"
#include "cli/common/part_options.h"
#include "cli/common/program_options.h"
#include "cli/common/progress.h"
#include "cli/common/result_files.h"
#include "engines/engine_options.h"
#include "task/limits.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli::commands {

struct VerifyOptions {
  ProgramOptions program;
  std::string property; // a file; empty: the default property
  std::vector<std::string> checks;
  // At most one of the three names what verifies; none: the default.
  std::string engine;
  std::string strategy;
  std::vector<std::string> with;             // an external tool instead of an engine; with a strategy: its partners
  bench::ExecutorChoice executor{.jobs = 2}; // of the partners of a strategy, and of parts that it makes
  bool no_exchange = false;
  std::string resume; // the artifacts of a run that was ended; empty: starts anew
  bool stop_on_first = false, all_targets = false;
  std::vector<std::string> targets;      // ids of the only ones to be decided; empty: all
  engines::EngineOptions engine_options; // as far as the user sets them
  task::Limits limits;
  std::vector<std::string> conditions;
  PartOptions parts;
  ResultFiles files;
  std::string condition_out, witness, harness, outcome; // files to write; empty: not wanted
  std::string witness_format = "2.0";
  VerbosityOptions verbosity;
};

// An engine or a strategy, used when nothing is named.
inline constexpr std::string_view default_verifier = "default";

void add_verify_options(CLI::App& app, VerifyOptions& options);

} // namespace tandem::cli::commands
