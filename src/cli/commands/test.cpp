// tandem test: a small test suite that covers as much as can be covered, and a proof that the rest is unreachable. What
// is printed is in test_report.cpp.
#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/process/deep_stack.h"
#include "cli/commands/all.h"
#include "cli/commands/test_distributed.h"
#include "cli/commands/test_options.h"
#include "cli/commands/test_partners.h"
#include "cli/commands/test_report.h"
#include "cli/commands/tested_program.h"
#include "cli/common/command_line.h"
#include "cli/common/executor_options.h"
#include "cli/common/interrupt.h"
#include "cli/common/option_table.h"
#include "cli/common/result_files.h"
#include "exchange/formats/zip_file.h"
#include "exchange/gia/gia_file.h"
#include "testing/automata/goals_gia.h"
#include "testing/export/c_tests.h"
#include "testing/loop/generate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>

namespace tandem::cli::commands {
namespace {

Property property_of(const TestOptions& options) {
  Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  property.entry = options.program.function;
  return property;
}

std::shared_ptr<testing::suite::SuiteFormat> make_format(const TestOptions& options, const TestedProgram& tested,
                                                         const std::string& specification) {
  if (options.format == "corpus") return testing::suite::make_corpus_format();
  if (options.format == "c")
    return testing::exported::make_c_tests_format(*tested.program,
                                                  {.compiler_args = compiler_arguments(options.program),
                                                   .under_test = tested.under_test,
                                                   .driver = tested.driver});
  return testing::suite::make_testcomp_format(*tested.program, {.producer = "tandem " TANDEM_VERSION,
                                                                .specification = specification,
                                                                .time = std::chrono::system_clock::now(),
                                                                .function = options.program.function});
}

void write_archive(const TestOptions& options) {
  std::vector<exchange::formats::ZipEntry> entries;
  for (const auto& entry : std::filesystem::directory_iterator(options.out))
    if (entry.is_regular_file()) entries.push_back({entry.path().filename().string(), read_text_file(entry.path())});
  std::ranges::sort(entries, {}, &exchange::formats::ZipEntry::name);
  if (entries.size() > exchange::formats::most_zip_entries)
    throw InputError(fmt::format("--zip: the suite has {} files; an archive can have {}", entries.size(),
                                 exchange::formats::most_zip_entries));
  write_text_file(options.zip, exchange::formats::write_zip(entries));
}

bool is_condition_about_goals(const TestOptions& options) {
  return !options.condition.empty() &&
         testing::automata::is_about_goals(exchange::read_gia(options.condition, nullptr));
}

// What a condition about goals says of them.
void take_over_condition(const TestOptions& options, testing::suite::TestGeneration& generation) {
  const Program program = load_program(options.program);
  testing::automata::take_over(generation, exchange::read_gia(options.condition, &program), program);
}

TestedProgram tested_program(const TestOptions& options, const Property& property) {
  if (options.program.function != "main" && !(options.condition.empty() && options.condition_out.empty()))
    throw UsageError("conditions are about programs that start in main, not about a function that a driver calls");
  if (options.condition.empty() || is_condition_about_goals(options)) return load_tested_program(options.program);
  return load_open_part(options.program, options.condition, property);
}

// What reading the program has used of the time is not there for the generation.
testing::loop::GenerateLimits remaining(const task::Limits& limits, std::chrono::steady_clock::time_point start) {
  using std::chrono::milliseconds;
  constexpr milliseconds least{100};
  const milliseconds cpu{static_cast<std::int64_t>(1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC)};
  const auto wall = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  testing::loop::GenerateLimits left{.cpu = limits.cpu, .wall = limits.wall, .memory = limits.memory};
  if (left.cpu) left.cpu = std::max(least, *left.cpu - cpu);
  if (left.wall) left.wall = std::max(least, *left.wall - wall);
  return left;
}

ExitCode test(TestOptions options) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<testing::loop::Plan> plan;
  if (!options.strategy.empty()) plan = read_plan(options);
  const testing::goals::Selection selection = testing::goals::parse_selection(options.goals);
  const Property property = property_of(options);
  const TestedProgram tested = tested_program(options, property);
  const Program& program = *tested.program;
  testing::goals::GoalTable table(program, testing::goals::find_goals(program, property, selection));
  testing::suite::TestGeneration generation(
      program, std::move(table),
      {.folder = options.out,
       .format = make_format(options, tested, testing::goals::specification(selection, property)),
       .selection = selection,
       .minimise = options.keep_all ? testing::suite::Minimise::No : testing::suite::Minimise::Yes,
       .completion =
           tested.under_test == nullptr ? testing::suite::Completion::None : testing::suite::Completion::Zeros,
       .assumptions = tested.remarks});
  if (is_condition_about_goals(options)) take_over_condition(options, generation);
  const InterruptGuard guard;
  Progress progress(options.verbosity.chosen());
  const auto show = [&](const std::string& text) { progress.progress(text); };
  const testing::loop::GenerationResult result =
      is_distributed(options)
          ? generate_distributed(options, generation, show)
          : testing::loop::generate(generation, make_partners(options, selection, property, program),
                                    {.limits = remaining(options.limits, start),
                                     .interrupted = [] { return InterruptGuard::interrupted(); },
                                     .plan = plan,
                                     .progress = show});
  progress.finish();
  if (!options.zip.empty()) write_archive(options);
  if (!options.condition_out.empty()) write_test_condition(options, selection, property, generation);
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
  app.add_option("--format", options->format,
                 "of the tests: testcomp (Test-Comp's XML), c (tests.c, one function for each test), corpus (files of "
                 "bytes, as AFL++ and libFuzzer keep them)")
      ->check(CLI::IsMember({"testcomp", "c", "corpus"}))
      ->capture_default_str();
  app.add_option("--zip", options->zip, "write the suite to this zip archive, too")->type_name("FILE");
  app.add_option("--property", options->property, "property file (.prp), for the goal 'error'");
  app.add_option("--partners", options->partners, fmt::format("who takes part: {}", fmt::join(partner_names, ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  app.add_option(
         "--with", options->tools,
         fmt::format("engines and tools that prove goals unreachable (default: {}), and testers, such as afl, that get "
                     "the suite as seeds",
                     fmt::join(default_verifiers, ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  app.add_option("--strategy", options->strategy,
                 "the order in which partners work: cotest (testers and verifiers in turns) or a file; default: a "
                 "scheduler gives the time to the partner that makes most of it")
      ->type_name("NAME|FILE");
  app.add_option("--seed", options->seed, "of the random inputs")->capture_default_str();
  app.add_flag("--keep-all", options->keep_all, "do not minimise the suite");
  add_options(app, task::limit_options, options->limits);
  app.add_option("--condition", options->condition,
                 "test only what this condition (.gia) leaves open; of one about goals, its tests and "
                 "proofs are taken over")
      ->type_name("FILE");
  app.add_option(
         "--condition-out", options->condition_out,
         "write what is decided as a condition: tests are rt with input assumptions, what is proved unreachable is ut")
      ->type_name("FILE");
  app.add_option("--json", options->json,
                 "write goals, tests and partners to this file, as JSON; - is standard output");
  app.add_option("--report", options->report,
                 "write a page for a browser to this file (.html): the source shaded by coverage, the goals, the tests "
                 "with their inputs")
      ->type_name("FILE");
  add_executor_options(app, options->executor, "generations with other seeds and partners");
  add_verbosity_options(app, options->verbosity);
  return [options, &app] {
    options->command = command_line(app);
    // Partners recurse over the calls of runs and over terms.
    return with_output_file(options->json, [&] { return process::on_deep_stack([&] { return test(*options); }); });
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
                 {"tandem test prog.c --goals prog.c:12,prog.c:40", "tests that reach these lines"},
                 {"tandem test module.c --function clamp --format c", "C tests of a function"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
