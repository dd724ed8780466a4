// tandem bench: tools on tasks, with limits, scores and comparisons.
#include "cli/commands/all.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "bench/jobs/worker.h"
#include "bench/results/benchexec_xml.h"
#include "bench/results/diff.h"
#include "bench/results/summary.h"
#include "cli/commands/bench_options.h"
#include "report/page/bench_page.h"
#include "report/plot/plot.h"

#include <fmt/format.h>

#include <deque>

namespace tandem::cli::commands {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

ExitCode work(const BenchOptions& options) {
  if (options.words.size() != 2) throw UsageError("expected: bench worker FOLDER");
  const InterruptGuard guard;
  bench::work(bench::JobFolder(options.words[1]), {.number = options.worker_number,
                                                   .heartbeat = options.executor.lease / 10,
                                                   .is_interrupted = [] { return InterruptGuard::interrupted(); }});
  return ExitCode::Done;
}

// "3 h 12 min"
std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(seconds);
  if (whole >= 3600) return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

// How far the runs are, and when they will be done at the speed so far.
class BenchProgress {
public:
  BenchProgress(const bench::Campaign& campaign, std::size_t done, Verbosity verbosity)
      : campaign_(campaign), done_(done), shown_(verbosity), rewrites_(::isatty(STDERR_FILENO) != 0) {
    for (const bench::PlannedRun& run : campaign.runs) runs_[run.job.key] = &run;
  }

  void add(const bench::JobResult& result) {
    const bench::PlannedRun& run = *runs_.at(result.key);
    const bench::BenchTask& task = campaign_.tasks[run.task];
    const bench::Judgement judged = bench::judge(task, result);
    ++done_;
    ++new_;
    if (judged.category == bench::Category::Correct) ++right_;
    if (judged.category == bench::Category::Wrong) {
      ++wrong_;
      monitor_.finish();
      fmt::print("WRONG    {}: {} says {}, expected {}\n", task.name, campaign_.tools[run.tool].name, judged.status,
                 bench::name(task.expected));
      std::fflush(stdout);
    }
    changed_ = true;
  }

  void show() {
    const auto now = Clock::now();
    const auto interval = rewrites_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10);
    if (!changed_ || now - last_ < interval) return;
    last_ = now;
    changed_ = false;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double left = elapsed / static_cast<double>(new_) * static_cast<double>(campaign_.runs.size() - done_);
    shown(fmt::format("{}/{} runs, {} right, {} wrong, {} to go", done_, campaign_.runs.size(), right_, wrong_,
                      duration_text(left)));
  }

  void finish() { monitor_.finish(); }

private:
  void shown(const std::string& text) { monitor_.progress(text); }

  const bench::Campaign& campaign_;
  std::map<std::string, const bench::PlannedRun*> runs_;
  std::size_t done_, new_ = 0, right_ = 0, wrong_ = 0;
  bool changed_ = false;
  Verbosity shown_;
  bool rewrites_;
  Progress monitor_{shown_};
  Clock::time_point start_ = Clock::now(), last_ = start_ - std::chrono::seconds(9);
};

// The n-th fastest right answer of each tool.
report::LinePlot quantile_plot(const bench::ResultTable& table) {
  report::LinePlot plot{.title = table.campaign.name,
                        .x = {"n-th fastest right answer"},
                        .y = {"CPU time (s)", report::Scale::Logarithmic},
                        .series = {}};
  for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
    std::vector<double> times;
    for (const auto& row : table.cells)
      if (row[tool].judgement.category == bench::Category::Correct)
        times.push_back(std::max(row[tool].cpu.median, 0.01));
    std::ranges::sort(times);
    report::Series series{table.campaign.tools[tool].name, {}};
    for (std::size_t i = 0; i < times.size(); ++i) series.points.push_back({static_cast<double>(i + 1), times[i]});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

// Every other tool against the first one; what one of them did not solve stands at the far edge.
report::LinePlot scatter_plot(const bench::ResultTable& table) {
  const auto& tools = table.campaign.tools;
  report::LinePlot plot{.title = fmt::format("{}: CPU time (s)", table.campaign.name),
                        .x = {tools[0].name, report::Scale::Logarithmic},
                        .y = {"the others", report::Scale::Logarithmic},
                        .series = {},
                        .joined = report::Joined::No};
  double longest = 0.1;
  for (const auto& row : table.cells)
    for (const bench::Cell& cell : row) longest = std::max(longest, cell.cpu.median);
  const auto time = [&](const bench::Cell& cell) {
    return cell.judgement.category == bench::Category::Correct ? std::max(cell.cpu.median, 0.01) : 2 * longest;
  };
  for (std::size_t tool = 1; tool < tools.size(); ++tool) {
    report::Series series{tools[tool].name, {}};
    for (const auto& row : table.cells)
      if (time(row[0]) <= longest || time(row[tool]) <= longest)
        series.points.push_back({time(row[0]), time(row[tool])});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void write_results(const bench::ResultTable& table) {
  write_text_file(table.folder / "results.csv", bench::results_csv(table));
  write_text_file(table.folder / "summary.txt", bench::summary_text(table));
  write_text_file(table.folder / "table.md", bench::summary_markdown(table));
  write_text_file(table.folder / "quantile.svg", report::svg(quantile_plot(table)));
  if (table.campaign.tools.size() > 1) write_text_file(table.folder / "scatter.svg", report::svg(scatter_plot(table)));
  write_text_file(table.folder / "index.html", report::page::html(report::page::bench_page(table)));
  for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool)
    for (unsigned repetition = 0; repetition < table.campaign.repeat; ++repetition)
      write_text_file(table.folder / fmt::format("results.{}{}.xml", table.campaign.tools[tool].name,
                                                 repetition == 0 ? "" : fmt::format(".{}", repetition + 1)),
                      bench::benchexec_xml(table, tool, repetition));
}

ExitCode show(const BenchOptions& options) {
  if (options.words.size() != 2) throw UsageError("expected: bench show FOLDER");
  const bench::ResultTable table = bench::read_results(options.words[1]);
  write_results(table);
  fmt::print("{}", bench::summary_text(table));
  return ExitCode::Done;
}

ExitCode diff(const BenchOptions& options) {
  if (options.words.size() != 3) throw UsageError("expected: bench diff OLD NEW, two folders with results");
  const bench::DiffOptions how{.threshold = options.threshold};
  const bench::Diff found =
      bench::compare(bench::read_results(options.words[1]), bench::read_results(options.words[2]), how);
  fmt::print("{}", bench::diff_text(found, how));
  return found.has_regression(how) ? ExitCode::Reached : ExitCode::Done;
}

// Results stay where they are; only what they are results of is written anew.
bench::JobFolder prepare_folder(const BenchOptions& options, bench::Campaign& campaign) {
  const fs::path out = options.out.empty() ? fs::path(campaign.name + ".bench") : fs::path(options.out);
  if (fs::exists(out / "campaign.json")) {
    if (!options.resume)
      throw UsageError(
          fmt::format("{} has results already; --resume continues, another --out starts anew", out.string()));
    const bench::Campaign before = bench::read_campaign(out / "campaign.json");
    campaign.began = before.began;
    if (!options.seed) {
      campaign.seed = before.seed;
      bench::plan(campaign);
    }
  } else if (fs::exists(out) && !fs::is_empty(out)) {
    throw UsageError(fmt::format("{} is not empty and has no campaign; choose another --out", out.string()));
  }
  fs::create_directories(out);
  const bench::JobFolder folder(fs::absolute(out));
  bench::write_campaign(out / "campaign.json", campaign);
  return folder;
}

ExitCode run(const BenchOptions& options) {
  bench::Campaign campaign = campaign_of(options);
  const bench::JobFolder folder = prepare_folder(options, campaign);
  std::vector<bench::Job> jobs;
  std::size_t done = 0;
  for (const bench::PlannedRun& run : campaign.runs) {
    jobs.push_back(run.job);
    if (folder.is_finished(run.job.key)) ++done;
  }
  fmt::print(stderr, "{} tasks, {} tools, {} runs{}, seed {}, in {}\n", campaign.tasks.size(), campaign.tools.size(),
             jobs.size(), done > 0 ? fmt::format(" ({} done before)", done) : "", campaign.seed,
             folder.path().string());
  const InterruptGuard guard;
  BenchProgress progress(campaign, done, options.verbosity.chosen());
  bench::ExecutorChoice executor = options.executor;
  executor.cores = campaign.limits.cores;
  executor.memory = campaign.limits.memory.value_or(0);
  const auto conducted = bench::run_jobs(executor, folder, jobs,
                                         {.on_result = [&](const bench::JobResult& result) { progress.add(result); },
                                          .on_tick = [&] { progress.show(); },
                                          .should_stop = [] { return InterruptGuard::interrupted(); }});
  progress.finish();
  const bench::ResultTable table = bench::read_results(folder.path());
  write_results(table);
  fmt::print("{}", bench::summary_text(table));
  if (conducted == bench::Conducted::Stopped) {
    fmt::print(stderr, "interrupted; the same command with --resume goes on\n");
    return ExitCode::Interrupted;
  }
  return ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(app, *options);
  return [options] {
    const std::string& action = options->words[0];
    if (action == "worker") return work(*options);
    if (action == "show") return show(*options);
    if (action == "diff") return diff(*options);
    return run(*options);
  };
}

} // namespace

const Command bench_command{
    .name = "bench",
    .summary = "run tools on many tasks, score and compare them",
    .details = "Runs every tool on every task, each run held to its limits with everything it starts, and scores the "
               "answers as "
               "SV-COMP does. Wrong answers come first. The folder --out gets results.csv, a summary, and the log of "
               "every run. A "
               "killed bench goes on with --resume: what has a result is not run again. diff compares two such "
               "folders; its exit code is 10 if the second is worse beyond the noise.",
    .examples = {{"tandem bench tasks.set --tool default --tool cbmc --cpu 60s --jobs 4 -o out", "compare two tools"},
                 {"tandem bench c/loops --tool 'mine=mytool --fast {file}' -o out", "any command"},
                 {"tandem bench tasks.csv --tool new=default --tool old=default@/opt/tandem-0.1/bin/tandem -o out",
                  "two versions of tandem"},
                 {"tandem bench diff before after", "what changed, with an exit code for CI"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
