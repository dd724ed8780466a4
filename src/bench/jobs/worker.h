// A worker takes jobs from a folder, runs one after the other and publishes the results, until there is nothing left to
// take. Any number of them may work on one folder, on any number of machines.
#pragma once

#include "bench/jobs/job_folder.h"

#include <cstdint>
#include <functional>

namespace tandem::bench {

struct WorkerOptions {
  unsigned number = 0;    // on this machine, to choose its processor cores
  std::uint64_t most = 0; // jobs to take before leaving; 0: any number
  std::chrono::milliseconds heartbeat{2000};
  std::function<bool()> is_interrupted = [] { return false; };
};

void work(const JobFolder& folder, const WorkerOptions& options);

} // namespace tandem::bench
