// Progress of a run, on standard error.
#pragma once

#include "cli/common/interrupt.h"

#include <chrono>
#include <cstdint>
#include <string_view>

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

// Progress: on a terminal one line that is rewritten, elsewhere plain lines; verbose: plain lines with the time.
class Progress : public InterruptibleMonitor {
public:
  explicit Progress(Verbosity verbosity);

  void progress(std::string_view text) override;
  void finish();

private:
  Verbosity verbosity_;
  bool rewrites_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace tandem::cli
