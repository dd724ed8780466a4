#include "cli/common/verdict.h"

#include "base/core/limits.h"
#include "cli/common/interrupt.h"
#include "report/counterexample_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <unistd.h>

namespace tandem::cli {

using task::Verdict;

void add_limit_options(CLI::App& app, LimitOptions& options) {
  app.add_option("--cpu", options.cpu, "limit on CPU time, like 60s or 2min");
  app.add_option("--wall", options.wall, "limit on wall-clock time");
  app.add_option("--memory", options.memory, "limit on memory, like 4GB");
}

void add_verbosity_options(CLI::App& app, VerbosityOptions& options) {
  auto* quiet = app.add_flag("-q,--quiet", options.quiet, "no progress");
  app.add_flag("-v,--verbose", options.verbose,
               "all progress, with the time; at the end the commands of external tools, and figures")
      ->excludes(quiet);
}

Progress::Progress(Verbosity verbosity)
    : verbosity_(verbosity), rewrites_(verbosity == Verbosity::Normal && ::isatty(STDERR_FILENO) != 0) {}

bool Progress::should_stop() { return InterruptGuard::interrupted(); }

void Progress::progress(std::string_view text) {
  if (verbosity_ == Verbosity::Quiet) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (rewrites_)
    fmt::print(stderr, "\r\033[K{}", text);
  else if (verbosity_ == Verbosity::Verbose)
    fmt::print(stderr, "[{:7.2f} s] {}\n", elapsed.count(), text);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void Progress::finish() {
  if (rewrites_) fmt::print(stderr, "\r\033[K");
}

task::Limits limits_of(const LimitOptions& options) {
  task::Limits limits;
  if (!options.cpu.empty()) limits.cpu = parse_duration(options.cpu);
  if (!options.wall.empty()) limits.wall = parse_duration(options.wall);
  if (!options.memory.empty()) limits.memory = parse_size(options.memory);
  return limits;
}

std::string result_line(const task::Outcome& outcome, const Property& property) {
  switch (outcome.verdict) {
  case Verdict::True: return "Result: TRUE";
  case Verdict::False: return fmt::format("Result: FALSE ({})", property.name);
  case Verdict::Unknown: break;
  }
  return fmt::format("Result: UNKNOWN ({})", outcome.reason);
}

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::True) return ExitCode::Done;
  return verdict == Verdict::False ? ExitCode::Reached : ExitCode::Undecided;
}

void print_counterexample(const Program& program, const task::Counterexample& found) {
  const bool compiled = found.confirmed == task::Confirmation::Compiled;
  fmt::print("The error is reached at {}; confirmed by {}.\n", program.text(found.target->range.begin),
             compiled ? "running the compiled program" : "the interpreter");
  if (!found.remark.empty()) fmt::print("{}\n", found.remark);
  fmt::print("{}", report::counterexample_text(program, found));
}

} // namespace tandem::cli
