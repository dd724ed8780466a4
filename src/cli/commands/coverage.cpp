// tandem coverage: what a test suite covers, measured by running the compiled program.
#include "cli/commands/all.h"

#include "base/core/limits.h"
#include "base/core/text_file.h"
#include "cli/commands/tested_program.h"
#include "cli/common/progress.h"
#include "cli/common/result_files.h"
#include "testing/coverage/coverage_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <optional>

namespace tandem::cli::commands {
namespace {

namespace coverage = testing::coverage;

struct Options {
  ProgramOptions program;
  std::string suite;
  std::vector<std::string> diff;
  std::string test_limit = "2s", limit = "10min";
  bool gcov = false;
  std::string json, lcov; // files to write; empty: not wanted
  VerbosityOptions verbosity;
};

testing::compiled::ServedOptions served_options(const Options& options) {
  testing::compiled::ServedOptions result;
  result.compiler_args = compiler_arguments(options.program);
  result.test_limit = parse_duration(options.test_limit);
  result.limit = parse_duration(options.limit);
  return result;
}

ExitCode compare(const Options& options, const Program& program) {
  std::vector<coverage::Coverage> measured;
  for (const std::string& suite : options.diff)
    measured.push_back(coverage::measure(program, coverage::read_suite(program, options.program.function, suite),
                                         served_options(options)));
  fmt::print("{}", coverage::difference_text(program, measured[0], measured[1]));
  return ExitCode::Done;
}

ExitCode measure(const Options& options) {
  if (options.suite.empty() == options.diff.empty()) throw UsageError("--suite or --diff A B is required");
  const TestedProgram tested = load_tested_program(options.program);
  const Program& program = *tested.program;
  if (!options.diff.empty()) return compare(options, program);
  const coverage::SuiteInputs suite = coverage::read_suite(program, options.program.function, options.suite);
  const coverage::Coverage found = coverage::measure(program, suite, served_options(options));
  std::optional<coverage::GcovCoverage> gcov;
  if (options.gcov) gcov = coverage::measure_with_gcov(program, suite, served_options(options));
  const coverage::KnownUnreachable unreachable(options.suite);
  if (!options.json.empty())
    write_text_file(options.json, coverage::coverage_json(program, found, unreachable, gcov ? &*gcov : nullptr));
  if (!options.lcov.empty()) write_text_file(options.lcov, coverage::lcov_text(program, found));
  constexpr std::size_t usual = 20, all = 1'000'000;
  const Verbosity verbosity = options.verbosity.chosen();
  const std::size_t most = verbosity == Verbosity::Quiet ? 0 : verbosity == Verbosity::Verbose ? all : usual;
  fmt::print("{}", coverage::coverage_text(program, found, unreachable, most));
  if (gcov) fmt::print("{}", coverage::gcov_comparison(program, found, *gcov));
  return ExitCode::Done;
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option(
         "--suite", options->suite,
         "a test suite: a folder or zip archive in Test-Comp's format, or a folder of files whose bytes are the "
         "inputs")
      ->type_name("FOLDER|ZIP");
  app.add_option("--diff", options->diff, "what each of two suites covers and the other does not")
      ->expected(2)
      ->type_name("A B");
  app.add_flag("--gcov", options->gcov, "also measure with gcov on the files as they are, and compare");
  app.add_option("--test-limit", options->test_limit, "limit on the time of each test")->capture_default_str();
  app.add_option("--limit", options->limit, "limit on the time of all tests")->capture_default_str();
  app.add_option("--json", options->json, "write the result to this file, as JSON; - is standard output");
  app.add_option("--lcov", options->lcov, "write a tracefile of lcov, for genhtml and others");
  add_verbosity_options(app, options->verbosity);
  return [options] { return with_output_file(options->json, [&] { return measure(*options); }); };
}

} // namespace

const Command coverage_command{
    .name = "coverage",
    .summary = "measure what a test suite covers",
    .details =
        "Compiles the program, runs every test in a sandbox, and says which branches (as gcov counts them), lines "
        "and functions were executed, and which were not; where the suite comes with a table of goals, also "
        "what was proved unreachable. Tests that crash, do not end or ask for more inputs than they have are "
        "named; what they executed counts.",
    .examples = {{"tandem coverage prog.c --suite test-suite", "what the suite of 'tandem test prog.c' covers"},
                 {"tandem coverage prog.c --suite suite.zip --gcov --lcov prog.info", "checked against gcov"},
                 {"tandem coverage prog.c --diff old new", "what has changed between two suites"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
