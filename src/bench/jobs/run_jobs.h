// Jobs from beginning to end, on this machine or a cluster: what `bench`, `proofs`, `test` and everything else that has
// independent pieces of work asks for. A job that needs files has them under the same path on all machines, and gives
// files back through {out} (job.h).
#pragma once

#include "bench/jobs/executor.h"

namespace tandem::bench {

enum class ExecutorKind : std::uint8_t { Local, Slurm };

struct ExecutorChoice {
  ExecutorKind kind = ExecutorKind::Local;
  unsigned jobs = 1;               // at a time: so many workers
  unsigned cores = 1;              // for each
  std::uint64_t memory = 0;        // bytes for each; 0: what the site gives
  std::vector<std::string> sbatch; // further options for Slurm
  std::chrono::milliseconds lease{30'000};
};

// Throws InputError with the obstacle and the other way where Slurm cannot be used.
std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, const JobFolder& folder);

// Writes the jobs to the folder and waits until each has a result. Results of before stay, and are not reported.
Conducted run_jobs(const ExecutorChoice& choice, const JobFolder& folder, const std::vector<Job>& jobs,
                   Conducting conducting);

// The log of a run, and the file of this name that it left in {out}; nothing if there is none.
std::string log_of(const JobFolder& folder, const JobResult& result);
std::optional<std::filesystem::path> file_of(const JobFolder& folder, const JobResult& result, std::string_view name);

} // namespace tandem::bench
