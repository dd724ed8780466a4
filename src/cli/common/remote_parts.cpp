// The job of a part is this command line without what concerns the whole, with the condition that says what is left.
// The process here only waits; it has the job done again if a node is lost (bench/jobs). When the part is not needed
// any more its folder is removed, and a worker that is still busy with it notices that and stops.

#include "cli/common/remote_parts.h"

#include "base/core/input_error.h"
#include "base/core/sha256.h"
#include "base/core/shell_words.h"
#include "base/core/text_file.h"
#include "cli/common/command.h"
#include "cli/common/own_command.h"
#include "exchange/gia/gia_file.h"
#include "task/outcome_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>

namespace tandem::cli {
namespace {

namespace fs = std::filesystem;
using task::Outcome;

constexpr std::array<std::string_view, 22> options_of_the_whole{
    "--executor", "--jobs",    "--sbatch",      "--lease",         "--artifacts",      "--resume",
    "--strategy", "--with",    "--condition",   "--condition-out", "--report",         "--json",
    "--sarif",    "--junit",   "--annotations", "--witness",       "--witness-format", "--tests",
    "--harness",  "--outcome", "--cpu",         "--wall"};
constexpr std::array<std::string_view, 4> flags_of_the_whole{"-q", "--quiet", "-v", "--verbose"};

// For the last lines of a log, in one.
std::string end_of(const std::string& log) {
  constexpr std::size_t most = 300;
  std::string text = log.size() > most ? log.substr(log.size() - most) : log;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

class PartElsewhere : public task::Actor {
public:
  PartElsewhere(cooperate::RemotePart part, bench::ExecutorChoice executor)
      : part_(std::move(part)), executor_(std::move(executor)) {}
  std::string name() const override { return fmt::format("{}", fmt::join(part_.partners, ", ")); }

  Outcome run(const task::Task& task, task::Monitor& monitor) override {
    ::unsetenv("TMPDIR"); // the folder of this process is not for workers, which inherit its environment
    fs::create_directories(part_.folder);
    const bench::JobFolder folder(fs::absolute(part_.folder));
    Outcome outcome = task::unknown("no worker answered");
    bench::run_jobs(executor_, folder, {job()},
                    {.on_result = [&](const bench::JobResult& result) { outcome = take(folder, result, task.program); },
                     .should_stop = [&] { return monitor.should_stop(); }});
    return outcome;
  }

private:
  bench::Job job() const {
    bench::Job job{.words = own_command_without(options_of_the_whole, flags_of_the_whole),
                   .answers = {{"Result: (TRUE|FALSE|UNKNOWN).*", "$1"}}};
    if (part_.partners.size() == 1)
      job.words.insert(job.words.end(), {"--with", part_.partners.front()});
    else
      job.words.insert(job.words.end(),
                       {"--strategy", "sequence", "--with", fmt::format("{}", fmt::join(part_.partners, ","))});
    job.words.insert(job.words.end(), {"-q", "--condition", fs::absolute(part_.condition).string(), "--condition-out",
                                       "{out}/condition.gia", "--outcome", "{out}/outcome.json", "--cpu",
                                       fmt::format("{}ms", part_.cpu.count())});
    job.key = sha256(shell_words(job.words)).substr(0, 32);
    return job;
  }

  static Outcome take(const bench::JobFolder& folder, const bench::JobResult& result, const Program& program) {
    const auto answer = bench::file_of(folder, result, "outcome.json");
    if (!answer)
      return task::unknown(
          fmt::format("the worker on {} gave no answer: {}", result.host, end_of(bench::log_of(folder, result))));
    Outcome outcome = task::outcome_from_json(nlohmann::json::parse(read_text_file(*answer), nullptr, false), program);
    if (const auto condition = bench::file_of(folder, result, "condition.gia"))
      outcome.gia = exchange::read_gia(*condition, &program);
    outcome.statistics[cooperate::remote_cpu_statistic] = std::chrono::duration<double>(result.run.cpu_time).count();
    return outcome;
  }

  cooperate::RemotePart part_;
  bench::ExecutorChoice executor_;
};

} // namespace

cooperate::RemotePartFactory remote_parts(const bench::ExecutorChoice& executor,
                                          const std::filesystem::path& artifacts) {
  if (executor.kind == bench::ExecutorKind::Local) return {};
  if (artifacts.empty())
    throw UsageError(
        "--executor slurm needs --artifacts FOLDER, a folder that all machines see: parts are passed there");
  return [executor](const cooperate::RemotePart& part) {
    bench::ExecutorChoice one = executor;
    one.jobs = 1; // for one part
    return std::make_unique<PartElsewhere>(part, one);
  };
}

} // namespace tandem::cli
