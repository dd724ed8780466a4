// What `tandem test` was asked for.
#pragma once

#include "bench/jobs/run_jobs.h"
#include "cli/common/program_options.h"
#include "cli/common/progress.h"
#include "cli/common/resources.h"
#include "task/limits.h"

#include <string>
#include <vector>

namespace tandem::cli::commands {

struct TestOptions {
  ProgramOptions program;
  std::string goals = "branches";
  std::string out = "test-suite";
  std::string format = "testcomp";
  std::string zip;      // a file; empty: not wanted
  std::string property; // a file; empty: the default property
  std::vector<std::string> partners{"random", "concolic", "bmc", "fuzzing", "proofs"};
  std::string strategy;           // a name or a file; empty: the scheduler decides
  std::vector<std::string> tools; // verifiers and testers that take part
  std::uint64_t seed = 1;
  bool keep_all = false;
  task::Limits limits{.cpu = std::chrono::seconds(60), .wall = {}, .memory = {}};
  std::string condition, condition_out; // files; empty: none
  std::string json, report;             // files; empty: not wanted
  std::string command;                  // as the user gave it
  ResourceMeter meter;
  bench::ExecutorChoice executor;
  VerbosityOptions verbosity;
};

} // namespace tandem::cli::commands
