// Where jobs run: on this machine or on a cluster. An executor only provides workers; jobs, claims and results are in
// the folder that they share, which alone says what has been done.
#pragma once

#include "bench/jobs/job_folder.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace tandem::bench {

class Executor {
public:
  virtual ~Executor() = default;
  // Called several times a second while jobs are open: sees to it that there are workers for them.
  virtual void provide_workers(std::size_t open_jobs) = 0;
  // Whether it knows that this worker lives no more. Others are given up when they have been silent for long.
  virtual bool is_dead(const std::string& worker) = 0;
  // Ends all workers and what they run.
  virtual void cancel() = 0;
};

// How to start a worker: `tandem bench worker FOLDER` with the path of this program.
struct WorkerCommand {
  std::vector<std::string> words;
  std::filesystem::path folder; // of the jobs
};

std::unique_ptr<Executor> make_local_executor(const WorkerCommand& command, unsigned workers);

struct SlurmOptions {
  std::vector<std::string> sbatch; // further options: partition, account, time
  unsigned workers = 2;            // at most so many at a time
  unsigned cores = 1;              // for each
  std::uint64_t memory = 0;        // bytes for each; 0: what the site gives
};
std::unique_ptr<Executor> make_slurm_executor(const WorkerCommand& command, const SlurmOptions& options);
// Why there is no Slurm to use; nothing if there is.
std::optional<std::string> slurm_obstacle();

struct Conducting {
  std::chrono::milliseconds poll{100};
  std::chrono::milliseconds lease{30'000}; // a worker that was silent for so long has lost its jobs
  std::function<void(const JobResult&)> on_result = [](const JobResult&) {};
  std::function<void()> on_tick = [] {};
  std::function<bool()> should_stop = [] { return false; };
};

enum class Conducted : std::uint8_t { All, Stopped };

// Until every job has a result or should_stop says so. Results that are there already are not reported.
Conducted conduct(const JobFolder& folder, const std::vector<Job>& jobs, Executor& executor,
                  const Conducting& conducting);

} // namespace tandem::bench
