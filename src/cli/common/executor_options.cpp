#include "cli/common/executor_options.h"

#include "base/core/limits.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tandem::cli {

void add_executor_options(CLI::App& app, bench::ExecutorChoice& choice, const std::string& pieces) {
  app.add_option("--jobs", choice.jobs, fmt::format("so many {} at a time", pieces))
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str()
      ->type_name("N");
  app.add_option_function<std::string>(
         "--executor",
         [&choice](const std::string& text) {
           choice.kind = text == "slurm" ? bench::ExecutorKind::Slurm : bench::ExecutorKind::Local;
         },
         fmt::format("where the {} are: local or slurm (docs/cluster.md)", pieces))
      ->check(CLI::IsMember({"local", "slurm"}))
      ->default_str("local");
  app.add_option("--sbatch", choice.sbatch, "an option for Slurm's sbatch, like --partition=long")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option_function<std::string>(
         "--lease", [&choice](const std::string& text) { choice.lease = parse_duration(text); },
         "a worker that gives no sign for so long has lost its work; default 30s")
      ->type_name("TIME");
}

} // namespace tandem::cli
