// Workers as tasks of Slurm's job arrays. Nothing is concluded from job ids: a controller that is killed shortly after
// it acknowledged a submission forgets it and gives the id to the next job. Jobs have a name that is made from the
// folder, and how many of that name there are is what squeue says now. If there are too few for long enough, more are
// submitted; too many do no harm, since each finds what is left to do in the folder. A controller that does not answer
// is asked again later; workers need it for nothing.

#include "bench/jobs/executor.h"

#include "base/core/input_error.h"
#include "base/core/sha256.h"
#include "base/core/shell_words.h"
#include "base/core/text_file.h"
#include "base/process/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace tandem::bench {
namespace {

using Clock = std::chrono::steady_clock;
using process::ProcessCommand;
using process::ProcessResult;
using std::chrono::milliseconds;

// Asking the controller costs it time that it needs for scheduling.
constexpr milliseconds ask_interval{2000};
// A submission needs a moment until squeue shows it.
constexpr milliseconds visibility_delay{5000};

constexpr unsigned most_in_vain = 5;

ProcessResult run(std::vector<std::string> words, std::string input = {}) {
  return process::run_process(
      ProcessCommand{.words = std::move(words), .input = std::move(input), .wall_limit = milliseconds(20'000)});
}

class SlurmExecutor : public Executor {
public:
  SlurmExecutor(const WorkerCommand& command, const SlurmOptions& options)
      : command_(command), options_(options),
        name_("tandem-" + sha256(std::filesystem::absolute(command.folder).string()).substr(0, 12)) {}

  void provide_workers(std::size_t open_jobs) override {
    const auto now = Clock::now();
    if (now - asked_ < ask_interval) return;
    asked_ = now;
    const std::optional<std::size_t> present = count();
    if (!present || now - submitted_ < visibility_delay) return;
    const std::size_t wanted = std::min<std::size_t>(options_.workers, open_jobs);
    if (*present >= wanted) return;
    if (open_jobs < open_before_) in_vain_ = 0;
    open_before_ = open_jobs;
    if (*present == 0 && ++in_vain_ > most_in_vain) give_up();
    submit(wanted - *present);
  }

  bool is_dead(const std::string&) override { return false; }

  void cancel() override {
    // Workers that find nothing to do leave; those that wait in the queue need not start at all.
    for (int attempt = 0; attempt < 5; ++attempt) {
      run({"scancel", "--quiet", "--name", name_});
      const auto left = count();
      if (left && *left == 0) return;
    }
  }

private:
  // How many array tasks of ours are pending or running; nothing if the controller does not answer.
  std::optional<std::size_t> count() const {
    const ProcessResult listed = run({"squeue", "--noheader", "--array", "--name", name_, "--states",
                                      "PENDING,RUNNING,CONFIGURING,REQUEUED,SUSPENDED", "--format", "%i"});
    if (!listed.succeeded()) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::count(listed.output, '\n'));
  }

  // Workers that end without a result, again and again, will not do better next time.
  [[noreturn]] void give_up() {
    std::string said;
    std::filesystem::path newest;
    for (const auto& entry : std::filesystem::directory_iterator(command_.folder / "slurm"))
      if (newest.empty() || entry.last_write_time() > std::filesystem::last_write_time(newest)) newest = entry.path();
    if (!newest.empty()) said = read_text_file(newest);
    throw InputError(fmt::format(
        "Slurm runs the workers, but they end without a result; the last one said: {}; it was started as: {}",
        said.substr(0, 500), shell_words(command_.words)));
  }

  void submit(std::size_t workers) {
    const std::filesystem::path logs = command_.folder / "slurm";
    std::filesystem::create_directories(logs);
    std::vector<std::string> words{"sbatch",
                                   "--parsable",
                                   "--requeue",
                                   "--job-name=" + name_,
                                   fmt::format("--array=1-{}", workers),
                                   fmt::format("--cpus-per-task={}", options_.cores),
                                   "--output=" + (logs / "%A_%a.out").string(),
                                   "--open-mode=append"};
    if (options_.memory > 0) words.push_back(fmt::format("--mem={}M", options_.memory / 1'000'000 + 1));
    words.insert(words.end(), options_.sbatch.begin(), options_.sbatch.end());
    const ProcessResult submitted = run(words, "#!/bin/sh\nexec " + shell_words(command_.words) + "\n");
    submitted_ = Clock::now();
    if (submitted.succeeded()) return;
    if (++refusals_ % 10 == 1) fmt::print(stderr, "sbatch: {}", submitted.errors);
  }

  WorkerCommand command_;
  SlurmOptions options_;
  std::string name_;
  Clock::time_point asked_ = Clock::now() - ask_interval, submitted_ = Clock::now() - visibility_delay;
  unsigned refusals_ = 0;
  std::size_t open_before_ = 0;
  unsigned in_vain_ = 0; // submissions since the last result
};

} // namespace

std::optional<std::string> slurm_obstacle() {
  for (const char* const program : {"sbatch", "squeue", "scancel"})
    if (!process::find_program(program)) return fmt::format("{} is not installed", program);
  const ProcessResult answered = run({"sinfo", "--noheader"});
  if (!answered.succeeded()) return "the controller does not answer: " + answered.errors.substr(0, 200);
  return std::nullopt;
}

std::unique_ptr<Executor> make_slurm_executor(const WorkerCommand& command, const SlurmOptions& options) {
  return std::make_unique<SlurmExecutor>(command, options);
}

} // namespace tandem::bench
