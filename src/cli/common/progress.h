// Progress of a run, on standard error.
#pragma once

#include "cli/common/interrupt.h"

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

// How much is said beside the result.
enum class Verbosity : std::uint8_t { Quiet, Normal, Verbose };

struct VerbosityOptions {
  bool quiet = false, verbose = false;
  Verbosity chosen() const { return quiet ? Verbosity::Quiet : verbose ? Verbosity::Verbose : Verbosity::Normal; }
};

void add_verbosity_options(CLI::App& app, VerbosityOptions& options);

// Progress: on a terminal one line for each partner, rewritten; elsewhere a line where something new is said, not where
// only the numbers differ; verbose: all lines, with the time.
class Progress : public InterruptibleMonitor {
public:
  explicit Progress(Verbosity verbosity);

  void progress(std::string_view text) override;
  void finish();

private:
  void rewrite(std::string_view text);
  static void clear(std::size_t drawn);

  Verbosity verbosity_;
  std::vector<std::pair<std::string, std::string>> lines_; // by partner, as they are on the terminal
  std::set<std::string> said_;                             // kinds of lines
  bool rewrites_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace tandem::cli
