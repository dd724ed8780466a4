// The jobs are this command line without what concerns the whole, each with a seed and partners of its own. The first
// that decides every goal makes the others needless.

#include "cli/commands/test_distributed.h"

#include "base/core/sha256.h"
#include "base/core/shell_words.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "cli/common/interrupt.h"
#include "cli/common/own_command.h"
#include "testing/coverage/measure.h"
#include "testing/suite/table_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tandem::cli::commands {
namespace {

namespace fs = std::filesystem;
using testing::goals::GoalId;
using testing::suite::TestGeneration;

constexpr std::string_view decided = "decided";

// Of this command: with a value, and alone.
constexpr std::array<std::string_view, 12> options_of_the_whole{
    "--executor", "--jobs", "--sbatch",   "--lease",  "--out", "--seed",
    "--report",   "--json", "--partners", "--format", "--zip", "--condition-out"};
constexpr std::array<std::string_view, 4> flags_of_the_whole{"-q", "--quiet", "-v", "--verbose"};

// All of them first; then without those that prove, which leaves more time for inputs; then those that do not guess.
std::vector<std::string> partners_of(const std::vector<std::string>& all, unsigned number) {
  const auto kept = [&](const std::vector<std::string_view>& dropped) {
    std::vector<std::string> result = all;
    std::erase_if(result, [&](const std::string& each) { return std::ranges::find(dropped, each) != dropped.end(); });
    return result.empty() ? all : result;
  };
  if (number % 3 == 1) return kept({"proofs"});
  return number % 3 == 2 ? kept({"random", "concolic", "fuzzing"}) : all;
}

std::vector<bench::Job> jobs_of(const TestOptions& options) {
  const std::vector<std::string> words = own_command_without(options_of_the_whole, flags_of_the_whole);
  std::vector<bench::Job> jobs;
  for (unsigned i = 0; i < options.executor.jobs; ++i) {
    bench::Job job{.words = words,
                   .answers = {{"Coverage: .*, 0 open\\).*", std::string(decided)}, {"Coverage: .*", "some open"}},
                   .group = "all",
                   .deciding_answer = std::string(decided)};
    // A strategy names its partners itself.
    if (options.strategy.empty())
      job.words.insert(job.words.end(),
                       {"--partners", fmt::format("{}", fmt::join(partners_of(options.partners, i), ","))});
    job.words.insert(job.words.end(), {"-q", "--seed", std::to_string(options.seed + i), "--out", "{out}/suite"});
    job.key = sha256(shell_words(job.words)).substr(0, 32);
    if (options.limits.memory) job.limits.memory = *options.limits.memory;
    job.limits.wall = options.limits.wall;
    jobs.push_back(std::move(job));
  }
  return jobs;
}

// What other generations proved, in their tables of goals. Their tables are of the same program and the same goals.
std::size_t take_proofs(const fs::path& file, TestGeneration& generation) {
  const nlohmann::json table = nlohmann::json::parse(read_text_file(file), nullptr, false);
  if (!table.is_object()) return 0;
  std::size_t count = 0;
  for (const nlohmann::json& goal : table.value("goals", nlohmann::json::array())) {
    const GoalId id = goal.value("goal", GoalId{0});
    const bool is_the_same =
        id < generation.table().goals().size() && generation.table().goal(id).text == goal.value("text", "");
    if (!is_the_same || goal.value("status", "") != "unreachable" || !generation.table().is_open(id)) continue;
    generation.prove_unreachable(id, goal.value("by", ""), goal.value("assumptions", std::vector<std::string>()));
    ++count;
  }
  return count;
}

testing::loop::PartnerRecord take(const bench::JobFolder& folder, const bench::JobResult& ran, const std::string& name,
                                  const std::string& function, TestGeneration& generation) {
  testing::loop::PartnerRecord record{
      .name = name, .slices = 1, .seconds = static_cast<double>(ran.run.cpu_time.count()) / 1000};
  const auto table = bench::file_of(folder, ran, testing::suite::table_file);
  if (!table) return record;
  const auto suite = testing::coverage::read_suite(generation.program(), function, table->parent_path());
  for (const std::vector<UInt128>& values : suite.tests) record.covered += generation.offer(values, name).newly_covered;
  record.unreachable = take_proofs(*table, generation);
  return record;
}

} // namespace

bool is_distributed(const TestOptions& options) {
  return options.executor.kind == bench::ExecutorKind::Slurm || options.executor.jobs > 1;
}

testing::loop::GenerationResult generate_distributed(const TestOptions& options, TestGeneration& generation,
                                                     const std::function<void(const std::string&)>& progress) {
  // Beside the suite, where all machines see it.
  const bench::JobFolder folder(fs::absolute(options.out).string() + ".jobs");
  fs::remove_all(folder.path());
  fs::create_directories(folder.path());
  const std::vector<bench::Job> jobs = jobs_of(options);
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < jobs.size(); ++i) names[jobs[i].key] = fmt::format("generation {}", i + 1);
  testing::loop::GenerationResult result;
  const bench::Conducted conducted = bench::run_jobs(
      options.executor, folder, jobs,
      {.on_result =
           [&](const bench::JobResult& ran) {
             if (ran.run.end == bench::LimitedRun::End::Cancelled) return;
             result.partners.push_back(take(folder, ran, names.at(ran.key), options.program.function, generation));
             result.cpu_seconds += result.partners.back().seconds;
             const auto counts = generation.table().counts();
             progress(fmt::format("{} on {}: {} goals covered, {} unreachable, {} open", names.at(ran.key), ran.host,
                                  counts.covered, counts.unreachable, counts.open));
           },
       .should_stop = [] { return InterruptGuard::interrupted(); }});
  generation.finish([] { return InterruptGuard::interrupted(); });
  result.end = conducted == bench::Conducted::Stopped ? "interrupted"
               : generation.is_done()                 ? "every goal is decided"
                                                      : "all generations have ended";
  fs::remove_all(folder.path());
  return result;
}

} // namespace tandem::cli::commands
