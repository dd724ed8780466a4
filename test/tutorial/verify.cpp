// Runs the tutorial's engine on one C file as `tandem verify` would: the real front end, a process of its own with
// limits, and confirmation by a compiled run. Prints the verdict and the reason of UNKNOWN.
#include "analysis/bounded/one_query.h"
#include "base/core/input_error.h"
#include "frontend/load/load.h"
#include "task/isolated.h"
#include "task/monitors.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace tandem;

namespace {

void verify(const char* file) {
  const Program program = frontend::load({.files = {file}, .data_model = DataModel::LP64});
  const auto engine = analysis::bounded::make_one_query(
      [](const Program& of, task::Counterexample found) { return analysis::confirm::confirm(of, std::move(found)); });
  const task::Task task{
      .program = program, .property = default_property(), .limits = {.wall = std::chrono::seconds(60)}};
  task::SilentMonitor monitor;
  const task::Outcome outcome = task::run_isolated(*engine, task, monitor);
  fmt::print("{} {}\n", task::name(outcome.verdict), outcome.reason);
}

} // namespace

int main(int argc, char** argv) try {
  for (int i = 1; i < argc; ++i) verify(argv[i]);
  return EXIT_SUCCESS;
} catch (const InputError& error) {
  fmt::print(stderr, "{}: {}\n", error.position().text(), error.what());
  return EXIT_FAILURE;
}
