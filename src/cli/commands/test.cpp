// tandem test: a small test suite that covers as much as can be covered, and a proof that the rest is unreachable. What
// is printed is in test_report.cpp.
#include "cli/commands/all.h"
#include "cli/commands/executor_options.h"
#include "cli/commands/test_distributed.h"
#include "cli/commands/test_report.h"
#include "cli/common/command_line.h"
#include "cli/common/interrupt.h"
#include "cli/common/option_table.h"
#include "engines/registry.h"
#include "engines/strategies.h"
#include "task/isolated.h"
#include "task/monitors.h"
#include "task/understood.h"
#include "testing/loop/generate.h"
#include "testing/partners/bounded_goals.h"
#include "testing/partners/concolic.h"
#include "testing/partners/proof_of_goals.h"
#include "testing/partners/random_inputs.h"
#include "transform/conditions/branch_values.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace tandem::cli::commands {
namespace {

using testing::partners::Partner;

// What proves goals unreachable, in the order in which it is asked.
const std::vector<std::string> default_verifiers{"kinduction", "interval", "predicate"};
constexpr std::array partner_names{"random", "concolic", "bmc", "proofs"};

class QuietUntilInterrupted : public task::SilentMonitor {
public:
  bool should_stop() override { return InterruptGuard::interrupted(); }
};

testing::partners::Verify make_verify(const TestOptions& options) {
  return [&options](const std::string& verifier, const Program& program, const Property& property,
                    std::chrono::milliseconds cpu) {
    task::Understood actor(
        [&](const Property& of_alarms) -> std::shared_ptr<task::Actor> {
          engines::EngineOptions settings{.property = of_alarms, .compiler_args = compiler_arguments(options.program)};
          // The goals' calls are in no file of the user.
          settings.compiled_check = analysis::confirm::CompiledCheck::Skip;
          settings.source = tool::Source::Written;
          const std::vector<std::string> engines = engines::engine_names();
          if (std::ranges::find(engines, verifier) != engines.end()) return engines::make_engine(verifier, settings);
          return engines::make_actor(verifier, settings);
        },
        verifier);
    QuietUntilInterrupted monitor;
    return task::run_isolated(
        actor, task::Task{program, property, task::Limits{.cpu = cpu, .memory = options.limits.memory}}, monitor);
  };
}

std::vector<std::unique_ptr<Partner>> make_partners(const TestOptions& options, const Program& program) {
  std::vector<std::unique_ptr<Partner>> result;
  for (const std::string& name : options.partners) {
    if (name == "random")
      result.push_back(testing::partners::make_random_inputs(program, options.seed));
    else if (name == "concolic")
      result.push_back(testing::partners::make_concolic(program));
    else if (name == "bmc")
      result.push_back(testing::partners::make_bounded_goals(program));
    else if (name == "proofs")
      result.push_back(testing::partners::make_proof_of_goals(
          options.verifiers.empty() ? default_verifiers : options.verifiers, make_verify(options)));
    else
      throw UsageError(fmt::format("--partners: '{}' is none of {}", name, fmt::join(partner_names, ", ")));
  }
  return result;
}

Property property_of(const TestOptions& options) {
  Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  property.entry = options.program.function;
  return property;
}

ExitCode test(const TestOptions& options) {
  const testing::goals::Selection selection = testing::goals::parse_selection(options.goals);
  const Property property = property_of(options);
  ProgramOptions source = options.program;
  source.linked = clib::Linked::Exact;
  const Program program = transform::conditions::branch_values(load_program(source));
  testing::goals::GoalTable table(program, testing::goals::find_goals(program, property, selection));
  testing::suite::TestGeneration generation(
      program, std::move(table),
      {.folder = options.out,
       .metadata = {.producer = "tandem " TANDEM_VERSION,
                    .specification = testing::goals::specification(selection, property),
                    .time = std::chrono::system_clock::now()},
       .selection = selection,
       .minimise = options.keep_all ? testing::suite::Minimise::No : testing::suite::Minimise::Yes});
  const InterruptGuard guard;
  Progress progress(options.verbosity.chosen());
  const auto show = [&](const std::string& text) { progress.progress(text); };
  const testing::loop::GenerationResult result =
      is_distributed(options)
          ? generate_distributed(options, generation, show)
          : testing::loop::generate(generation, make_partners(options, program),
                                    {.limits = {.cpu = options.limits.cpu, .wall = options.limits.wall},
                                     .interrupted = [] { return InterruptGuard::interrupted(); },
                                     .progress = show});
  progress.finish();
  return report_tests(options, selection, generation, result);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<TestOptions>();
  add_program_options(app, options->program);
  app.add_option("--goals", options->goals,
                 "what to cover: branches (as gcov counts them; conditions is the same), statements, functions, error, "
                 "or FILE:LINE,...")
      ->capture_default_str();
  app.add_option("--out", options->out, "the folder of the test suite")->type_name("FOLDER")->capture_default_str();
  app.add_option("--property", options->property, "property file (.prp), for the goal 'error'");
  app.add_option("--partners", options->partners, fmt::format("who takes part: {}", fmt::join(partner_names, ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  app.add_option(
         "--with", options->verifiers,
         fmt::format("engines and tools that prove goals unreachable; default: {}", fmt::join(default_verifiers, ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  app.add_option("--seed", options->seed, "of the random inputs")->capture_default_str();
  app.add_flag("--keep-all", options->keep_all, "do not minimise the suite");
  add_options(app, task::limit_options, options->limits);
  app.add_option("--json", options->json, "write goals, tests and partners to this file, as JSON");
  app.add_option("--report", options->report,
                 "write a page for a browser to this file (.html): the source shaded by coverage, the goals, the tests "
                 "with their inputs")
      ->type_name("FILE");
  add_executor_options(app, options->executor, "generations with other seeds and partners");
  add_verbosity_options(app, options->verbosity);
  return [options, &app] {
    options->command = command_line(app);
    return test(*options);
  };
}

} // namespace

const Command test_command{
    .name = "test",
    .summary = "generate a test suite, and prove unreachable what it does not cover",
    .details = "Testers and verifiers work in turns on one table of goals: what testers cover, verifiers need not look "
               "at, and what verifiers prove unreachable, testers need not look for. Every test has been run, and only "
               "what its run executed counts as covered. The suite, in Test-Comp's format, and the table of goals "
               "(goals.json) are on disk from the first second on. The exit code is 0 if every goal is decided and 20 "
               "if some are open; with --goals error it is 10 if an error was reached.",
    .examples = {{"tandem test prog.c --cpu 30s --out suite", "branch coverage, at most 30 s"},
                 {"tandem test prog.i --data-model ILP32 --goals error", "a test that reaches the error"},
                 {"tandem test prog.c --goals prog.c:12,prog.c:40", "tests that reach these lines"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
