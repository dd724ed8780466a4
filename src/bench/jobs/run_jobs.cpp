#include "bench/jobs/run_jobs.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/process/control_group.h"

#include <fmt/format.h>

namespace tandem::bench {

namespace fs = std::filesystem;

std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, const JobFolder& folder) {
  const WorkerCommand command{{fs::read_symlink("/proc/self/exe").string(), "bench", "worker", folder.path().string(),
                               fmt::format("--lease={}ms", choice.lease.count())},
                              folder.path()};
  if (choice.kind == ExecutorKind::Local) return make_local_executor(command, choice.jobs);
  if (const auto obstacle = slurm_obstacle())
    throw InputError(
        fmt::format("Slurm cannot be used: {}; --executor local runs the same on this machine", *obstacle));
  return make_slurm_executor(
      command,
      {.sbatch = choice.sbatch, .workers = choice.jobs, .cores = std::max(1u, choice.cores), .memory = choice.memory});
}

Conducted run_jobs(const ExecutorChoice& choice, const JobFolder& folder, const std::vector<Job>& jobs,
                   Conducting conducting) {
  const auto executor = make_executor(choice, folder);
  folder.set_up(jobs);
  if (const fs::path mount = process::ControlGroup::mount_point(); !mount.empty())
    process::ControlGroup::delegate_controllers(mount);
  conducting.lease = choice.lease;
  return conduct(folder, jobs, *executor, conducting);
}

std::string log_of(const JobFolder& folder, const JobResult& result) {
  if (result.log.empty() || !fs::exists(folder.path() / result.log)) return "";
  return read_text_file(folder.path() / result.log);
}

std::optional<fs::path> file_of(const JobFolder& folder, const JobResult& result, std::string_view name) {
  for (const std::string& file : result.files)
    if (fs::path(file).filename() == name) return folder.path() / file;
  return std::nullopt;
}

} // namespace tandem::bench
