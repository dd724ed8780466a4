// What the commands that end with a verdict have in common: limits, progress, the result line, exit codes.
#pragma once

#include "cli/common/command.h"
#include "program/model/property.h"
#include "task/actor.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace tandem::cli {

struct LimitOptions {
  std::string cpu, wall, memory;
};

void add_limit_options(CLI::App& app, LimitOptions& options);
// Throws InputError.
task::Limits limits_of(const LimitOptions& options);

// How much is said beside the result.
enum class Verbosity : std::uint8_t { Quiet, Normal, Verbose };

struct VerbosityOptions {
  bool quiet = false, verbose = false;
  Verbosity chosen() const { return quiet ? Verbosity::Quiet : verbose ? Verbosity::Verbose : Verbosity::Normal; }
};

void add_verbosity_options(CLI::App& app, VerbosityOptions& options);

// Progress: on a terminal one line that is rewritten, elsewhere plain lines; verbose: plain lines with the time.
class Progress : public task::Monitor {
public:
  explicit Progress(Verbosity verbosity);

  bool should_stop() override; // after Ctrl-C, while an InterruptGuard lives
  void progress(std::string_view text) override;
  void finish();

private:
  Verbosity verbosity_;
  bool rewrites_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// "Result: TRUE"
std::string result_line(const task::Outcome& outcome, const Property& property);
ExitCode exit_code(task::Verdict verdict);
// To standard output: where the error is, who confirmed it, how it is reached.
void print_counterexample(const Program& program, const task::Counterexample& found);

} // namespace tandem::cli
