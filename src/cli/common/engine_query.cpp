#include "cli/common/engine_query.h"

#include "base/core/limits.h"
#include "engines/registry.h"
#include "task/isolated.h"
#include "task/monitors.h"
#include "task/understood.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace tandem::cli {
namespace {

constexpr std::string_view no_engine = "none";

} // namespace

void add_engine_query_options(CLI::App& app, EngineQueryOptions& options) {
  app.add_option(
         "--engine", options.engine,
         fmt::format("the engine that checks claims: {}, or {}", fmt::join(engines::engine_names(), ", "), no_engine))
      ->capture_default_str();
  app.add_option("--cpu", options.cpu, "limit on CPU time for each question")->capture_default_str();
  app.add_option("--memory", options.memory, "limit on memory")->capture_default_str();
}

analysis::validate::EngineQuery make_engine_query(const EngineQueryOptions& options,
                                                  std::vector<std::string> compiler_arguments) {
  const task::Limits limits{.cpu = parse_duration(options.cpu), .memory = parse_size(options.memory)};
  if (options.engine == no_engine)
    return [](const Program&, const Property&, analysis::confirm::CompiledCheck) {
      return task::Outcome{.reason = "no engine was asked"};
    };
  return [engine = options.engine, limits, arguments = std::move(compiler_arguments)](
             const Program& part, const Property& property, analysis::confirm::CompiledCheck compiled) {
    task::Understood actor(
        [&](const Property& of_alarms) {
          engines::EngineOptions settings{.property = of_alarms, .compiler_args = arguments};
          settings.compiled_check = compiled;
          return engines::make_engine(engine, settings);
        },
        engine);
    task::SilentMonitor monitor;
    return task::run_isolated(actor, task::Task{part, property, limits}, monitor);
  };
}

} // namespace tandem::cli
