// tandem gamble: verify, from the smallest parts of the program that suffice. Ends as verify does.
#include "cli/commands/all.h"

#include "cli/common/interrupt.h"
#include "cli/common/option_table.h"
#include "cli/common/program_options.h"
#include "cli/common/progress.h"
#include "cli/common/result_files.h"
#include "cli/common/verdict.h"
#include "engines/gambling.h"
#include "engines/registry.h"
#include "exchange/gia/gia_file.h"
#include "region/gamble.h"
#include "report/page/regions_section.h"
#include "task/understood.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <thread>

namespace tandem::cli::commands {
namespace {

using task::Verdict;

struct Options {
  ProgramOptions program;
  std::string property;
  std::string verifier = "kinduction";
  engines::EngineOptions engine; // as far as the user sets them
  task::Limits limits;
  std::uint32_t jobs = std::max(1u, std::thread::hardware_concurrency());
  bool sequential = false;
  bool no_batch = false;
  bool no_facts = false;
  ResultFiles files;
  std::string condition;
  VerbosityOptions verbosity;
};

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

void print_attempts(const std::vector<region::Attempted>& attempts, Verdict verdict) {
  for (const region::Attempted& attempt : attempts) {
    if (!attempt.proved.empty())
      fmt::print("Proved in {}: {} of {} checks, {:.2f} s\n", attempt.region, attempt.proved.size(), attempt.checks(),
                 seconds(attempt.time));
    else if (verdict == Verdict::Unknown)
      fmt::print("Not proved in {}: {} checks, {:.2f} s: {}\n", attempt.region, attempt.checks(), seconds(attempt.time),
                 attempt.reason);
  }
}

nlohmann::json attempts_json(const std::vector<region::Attempted>& attempts) {
  nlohmann::json result = nlohmann::json::array();
  for (const region::Attempted& attempt : attempts)
    result.push_back({{"region", attempt.region},
                      {"checks", attempt.checks()},
                      {"proved", attempt.proved.size()},
                      {"verifier runs", attempt.queries},
                      {"reason", attempt.reason},
                      {"seconds", seconds(attempt.time)}});
  return result;
}

ExitCode gamble(const Options& options) {
  const Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  region::GambleOptions settings;
  settings.batching = options.no_batch ? region::Batching::One : region::Batching::All;
  settings.learning = options.no_facts ? region::Learning::Drop : region::Learning::Keep;
  settings.jobs = options.sequential ? 1 : options.jobs;
  engines::EngineOptions engine = options.engine;
  engine.compiler_args = compiler_arguments(options.program);
  std::vector<std::shared_ptr<region::Gamble>> gambles;
  task::Understood gamble([&](const Property& of_alarms) {
    engine.property = of_alarms;
    return gambles.emplace_back(engines::make_gamble(options.verifier, engine, settings,
                                                     options.no_facts ? engines::Facts::None : engines::Facts::All));
  });
  const Program program = load_program(options.program);
  Progress progress(options.verbosity.chosen());
  const InterruptGuard guard;
  task::Outcome outcome = gamble.run({.program = program, .property = property, .limits = options.limits}, progress);
  progress.finish();
  const bool interrupted = outcome.verdict == Verdict::Unknown && InterruptGuard::interrupted();
  if (interrupted) outcome.reason = "interrupted";
  std::vector<region::Attempted> attempted;
  for (const auto& each : gambles)
    attempted.insert(attempted.end(), each->attempted().begin(), each->attempted().end());
  const ExitCode code = interrupted ? ExitCode::Interrupted : exit_code(outcome.verdict);
  write_result_files(options.files,
                     {.program = program,
                      .property = property,
                      .outcome = outcome,
                      .result = result_line(outcome, property),
                      .verifier = options.verifier,
                      .compiler_args = compiler_arguments(options.program),
                      .exit_code = static_cast<int>(code)},
                     {.json = {{"attempts", attempts_json(attempted)}},
                      .sections = {report::page::regions_section(program, property, report::page::ShownFiles(program),
                                                                 attempted, outcome.verdict)}});
  if (!options.condition.empty() && outcome.gia) exchange::write_gia(options.condition, *outcome.gia);
  print_attempts(attempted, outcome.verdict);
  if (outcome.counterexample && outcome.verdict == Verdict::False)
    print_counterexample(program, property, *outcome.counterexample);
  print_grounds(outcome);
  fmt::print("{}\n", result_line(outcome, property));
  return code;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option("--property", options->property, "property file (.prp); default: no error call, no failing assert");
  app.add_option("--with", options->verifier,
                 fmt::format("the verifier: an external tool ('tandem tools'), or one of {}",
                             fmt::join(engines::engine_names(), ", ")))
      ->capture_default_str();
  app.add_option("--solver", options->engine.solver, "the SMT or SAT backend of the verifier");
  add_options(app, task::limit_options, options->limits);
  auto* jobs = app.add_option("--jobs", options->jobs, "how many regions are tried at once")
                   ->check(CLI::Range(1, 1024))
                   ->capture_default_str();
  app.add_flag("--sequential", options->sequential, "one region after the other")->excludes(jobs);
  app.add_flag("--no-batch", options->no_batch, "ask about one assertion at a time");
  app.add_flag(
      "--no-facts", options->no_facts,
      "do without what intervals and induction know of the whole program, and what proofs of other regions rest on");
  add_option(app, analysis::reach::loop_iterations_option, options->engine.limits);
  app.add_option("--condition-out", options->condition, "write what was verified to this file, as an automaton");
  add_result_file_options(app, options->files);
  add_verbosity_options(app, options->verbosity);
  return [options, &app] { return with_result_files(options->files, app, [&] { return gamble(*options); }); };
}

} // namespace

const Command gamble_command{
    .name = "gamble",
    .summary = "verify from small parts of the program first",
    .details = "Tries to prove each assertion from the innermost loop or function around it, with arbitrary values for "
               "what comes from outside; where that fails, from the part around it, and in the end from the whole "
               "program. TRUE may come from any part, FALSE only from the whole program. The last line of standard "
               "output is the result, as of 'verify'.",
    .examples = {{"tandem gamble prog.c", "with the default verifier"},
                 {"tandem gamble --with bmc --sequential --wall 60s prog.c", "one region after the other"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
