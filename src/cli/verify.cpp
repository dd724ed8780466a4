// tandem verify: is the property true of the program? The last line of standard output is the result; progress goes to
// standard error.
#include "cli/verify.h"

#include "automata/violation_witness.h"
#include "base/limits.h"
#include "base/text_file.h"
#include "cli/assemble.h"
#include "cli/program_options.h"
#include "report/counterexample_text.h"
#include "task/harness.h"
#include "task/isolated.h"
#include "task/outcome_json.h"
#include "task/testcase.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <unistd.h>

namespace tandem::cli {
namespace {

using task::Verdict;

struct Options {
  ProgramOptions program;
  std::string property;
  std::string engine = "kinduction";
  std::string with; // an external tool, instead of an engine
  std::string solver;
  std::string artifacts;
  std::string cpu, wall, memory;
  std::string json;
  std::string witness, tests, harness;
  bool quiet = false;
};

// Progress: on a terminal one line that is rewritten, elsewhere plain lines.
class Progress : public task::Monitor {
public:
  explicit Progress(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {}

  bool should_stop() override { return false; }

  void progress(std::string_view text) override {
    if (quiet_) return;
    if (terminal_)
      fmt::print(stderr, "\r\033[K{}", text);
    else
      fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
  }

  void finish() {
    if (!quiet_ && terminal_) fmt::print(stderr, "\r\033[K");
  }

private:
  bool quiet_;
  bool terminal_;
};

task::Limits limits_of(const Options& options) {
  task::Limits limits;
  if (!options.cpu.empty()) limits.cpu = parse_duration(options.cpu);
  if (!options.wall.empty()) limits.wall = parse_duration(options.wall);
  if (!options.memory.empty()) limits.memory = parse_size(options.memory);
  return limits;
}

std::string result_line(const task::Outcome& outcome, const Property& property) {
  switch (outcome.verdict) {
  case Verdict::True: return "Result: TRUE";
  case Verdict::False: return fmt::format("Result: FALSE ({})", property.name);
  case Verdict::Unknown: break;
  }
  return fmt::format("Result: UNKNOWN ({})", outcome.reason);
}

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::True) return ExitCode::Done;
  return verdict == Verdict::False ? ExitCode::Reached : ExitCode::Undecided;
}

void print_counterexample(const Program& program, const task::Counterexample& found) {
  const bool compiled = found.confirmed == task::Confirmation::Compiled;
  fmt::print("The error is reached at {}; confirmed by {}.\n", program.text(found.target->range.begin),
             compiled ? "running the compiled program" : "the interpreter");
  if (!found.remark.empty()) fmt::print("{}\n", found.remark);
  fmt::print("{}", report::counterexample_text(program, found));
}

// What a person or another tool may want of a confirmed error.
void write_files(const Options& options, const Program& program, const Property& property,
                 const task::Counterexample& found) {
  if (!options.witness.empty()) {
    const automata::Execution execution{.path = found.path, .written = found.written, .target = found.target};
    write_text_file(options.witness, automata::violation_witness(program, property, execution,
                                                                 automata::new_witness_metadata(TANDEM_VERSION)));
  }
  if (!options.tests.empty())
    task::write_error_suite(options.tests, program,
                            {.producer = "tandem " TANDEM_VERSION,
                             .specification = task::error_call_specification(property),
                             .time = std::chrono::system_clock::now()},
                            found);
  if (!options.harness.empty()) {
    const task::HarnessOptions settings{.file = options.harness, .compiler_args = compiler_arguments(options.program)};
    write_text_file(options.harness, task::make_harness(program, property, found, settings).text);
  }
}

void write_json(const Options& options, const Program& program, const task::Outcome& outcome) {
  if (options.json.empty()) return;
  nlohmann::json json = task::to_json(outcome, program);
  json["engine"] = options.with.empty() ? options.engine : options.with;
  json["files"] = options.program.files;
  write_text_file(options.json, json.dump(2) + "\n");
}

ExitCode verify(const Options& options) {
  const task::Limits limits = limits_of(options);
  const Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  const EngineOptions settings{.property = property,
                               .solver = options.solver,
                               .compiler_args = compiler_arguments(options.program),
                               .artifacts = options.artifacts};
  const auto engine = options.with.empty() ? make_engine(options.engine, settings) : make_actor(options.with, settings);
  const Program program = load_program(options.program);
  Progress progress(options.quiet);
  const task::Outcome outcome = task::run_isolated(*engine, task::Task{program, property, limits}, progress);
  progress.finish();
  write_json(options, program, outcome);
  if (outcome.counterexample && outcome.verdict == Verdict::False) {
    print_counterexample(program, *outcome.counterexample);
    write_files(options, program, property, *outcome.counterexample);
  }
  for (const std::string& assumption : outcome.assumptions) fmt::print("Assumed: {}\n", assumption);
  fmt::print("{}\n", result_line(outcome, property));
  return exit_code(outcome.verdict);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option("--property", options->property, "property file (.prp); default: no error call, no failing assert");
  app.add_option("--engine", options->engine, "one of " + fmt::format("{}", fmt::join(engine_names(), ", ")))
      ->capture_default_str();
  app.add_option("--with", options->with, "an external tool instead of an engine; 'tandem tools' lists them")
      ->type_name("TOOL");
  app.add_option("--artifacts", options->artifacts, "keep what external tools were given and what they said here")
      ->type_name("FOLDER");
  app.add_option("--solver", options->solver, "the SMT or SAT backend of the engine");
  app.add_option("--cpu", options->cpu, "limit on CPU time, like 60s or 2min");
  app.add_option("--wall", options->wall, "limit on wall-clock time");
  app.add_option("--memory", options->memory, "limit on memory, like 4GB");
  app.add_option("--json", options->json, "write the outcome to this file, as JSON");
  app.add_option("--witness", options->witness, "after FALSE, write a violation witness (YAML 2.0) to this file");
  app.add_option("--tests", options->tests,
                 "after FALSE, write a Test-Comp suite with the failing test to this folder");
  app.add_option("--harness", options->harness,
                 "after FALSE, write a C file that reproduces the error when compiled in");
  app.add_flag("-q,--quiet", options->quiet, "no progress");
  return [options] { return verify(*options); };
}

} // namespace

const Command verify_command{
    .name = "verify",
    .summary = "decide whether an error can be reached",
    .details = "Looks for inputs that lead the program to its error function or to a failing assert, and for a proof "
               "that there are none. FALSE comes with inputs that were confirmed by running the program. The last "
               "line of standard output is the result: TRUE, FALSE or UNKNOWN with the reason.",
    .examples = {{"tandem verify prog.c", "with the default engine"},
                 {"tandem verify --engine bmc --cpu 60s --data-model ILP32 prog.i", "bounded model checking, 60 s"}},
    .declare = declare,
};

} // namespace tandem::cli
