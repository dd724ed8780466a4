// What the user asks `tandem bench` for.
#pragma once

#include "bench/jobs/run_jobs.h"
#include "bench/results/definition.h"
#include "cli/common/progress.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tandem::cli::commands {

struct BenchOptions {
  std::vector<std::string> words; // SET…, or an action and what it works on
  std::vector<std::string> tools;
  bench::TaskSelection selection;
  bench::RunLimits limits;
  std::string out;
  bool resume = false, brief = false, artifacts = false;
  unsigned repeat = 0; // 0: as the definition says, or once
  std::optional<std::uint64_t> seed;
  bench::ExecutorChoice executor;
  double threshold = 1.25; // of diff
  unsigned worker_number = 0;
  VerbosityOptions verbosity;
};

void add_bench_options(CLI::App& app, BenchOptions& options);

// The campaign, with its tools looked up and its runs planned.
bench::Campaign campaign_of(const BenchOptions& options);

} // namespace tandem::cli::commands
