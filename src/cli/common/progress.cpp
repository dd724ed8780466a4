#include "cli/common/progress.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <unistd.h>

namespace tandem::cli {

void add_verbosity_options(CLI::App& app, VerbosityOptions& options) {
  auto* quiet = app.add_flag("-q,--quiet", options.quiet, "no progress");
  app.add_flag("-v,--verbose", options.verbose,
               "all progress, with the time; at the end the commands of external tools, and figures")
      ->excludes(quiet);
}

Progress::Progress(Verbosity verbosity)
    : verbosity_(verbosity), rewrites_(verbosity == Verbosity::Normal && ::isatty(STDERR_FILENO) != 0) {}

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

} // namespace tandem::cli
