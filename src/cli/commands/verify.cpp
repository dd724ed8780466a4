// tandem verify: is the property true of the program? The last line of standard output is the result; progress goes to
// standard error.
#include "cli/commands/verify.h"

#include "base/core/limits.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "cli/common/interrupt.h"
#include "cli/common/part_options.h"
#include "cli/common/program_options.h"
#include "cli/common/verdict.h"
#include "engines/assemble.h"
#include "exchange/gia/gia_file.h"
#include "exchange/witness/correctness_witness.h"
#include "exchange/witness/violation_witness.h"
#include "report/open_parts.h"
#include "report/partners_text.h"
#include "task/harness.h"
#include "task/isolated.h"
#include "task/outcome_json.h"
#include "task/testcase.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace tandem::cli::commands {
namespace {

using task::Verdict;

// Used when nothing is named: an engine or a strategy.
constexpr std::string_view by_default = "default";

struct Options {
  ProgramOptions program;
  std::string property;
  std::string engine;
  std::string strategy;
  std::vector<std::string> with; // an external tool instead of an engine; the partners of a strategy
  std::string reduce;
  unsigned jobs = 2;
  std::string solver;
  std::string artifacts;
  LimitOptions limits;
  std::string json;
  std::string witness, tests, harness;
  std::vector<std::string> conditions;
  PartOptions parts;
  std::string condition_out;
  analysis::reach::PathLimits path_limits;
  std::optional<std::uint32_t> recursion_bound;
  std::string post_limit, query_limit;
  VerbosityOptions verbosity;
};

// What a person or another tool may want of a confirmed error.
void write_files(const Options& options, const Program& program, const Property& property,
                 const task::Counterexample& found) {
  if (!options.witness.empty()) {
    const exchange::witness::Execution execution{.path = found.path, .written = found.written, .target = found.target};
    write_text_file(options.witness,
                    exchange::witness::violation_witness(program, property, execution,
                                                         exchange::witness::new_witness_metadata(TANDEM_VERSION)));
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

std::string chosen(const Options& options) {
  if (!options.strategy.empty()) return options.strategy;
  if (!options.with.empty()) return options.with.front();
  return options.engine.empty() ? std::string(by_default) : options.engine;
}

void write_json(const Options& options, const Program& program, const task::Outcome& outcome) {
  if (options.json.empty()) return;
  nlohmann::json json = task::to_json(outcome, program);
  json["engine"] = chosen(options);
  json["files"] = options.program.files;
  write_text_file(options.json, json.dump(2) + "\n");
}

engines::EngineOptions engine_options(const Options& options, const Property& property) {
  engines::EngineOptions result{.property = property,
                                .solver = options.solver,
                                .compiler_args = compiler_arguments(options.program),
                                .artifacts = options.artifacts,
                                .tests = options.tests,
                                .reduce =
                                    options.reduce.empty() && !options.conditions.empty() ? "auto" : options.reduce};
  result.path_limits = options.path_limits;
  result.recursion_bound = options.recursion_bound;
  if (!options.post_limit.empty()) result.post_limit = parse_duration(options.post_limit);
  if (!options.query_limit.empty()) result.solver_limit = parse_duration(options.query_limit);
  return result;
}

// Of a run that ended without an answer: what there is to do.
void print_open_parts(const Program& program, const Property& property, const task::Outcome& outcome) {
  constexpr std::size_t most_states = 100'000; // more would keep the user waiting
  const std::size_t states = outcome.gia->states().size();
  const auto parts = states <= most_states ? report::open_parts(program, property, *outcome.gia) : std::nullopt;
  if (!parts) {
    fmt::print("Open: too much to list it; the condition has {} states\n", states);
    return;
  }
  const auto statistic = [&](const char* name) {
    const auto found = outcome.statistics.find(name);
    return found != outcome.statistics.end() ? found->second : 0;
  };
  fmt::print("{}", report::open_parts_text(*parts, statistic("nodes"), statistic("closed nodes")));
}

std::unique_ptr<task::Actor> make_engine_or_strategy(const std::string& name, const engines::EngineOptions& settings,
                                                     unsigned jobs) {
  const std::vector<std::string> engines = engines::engine_names();
  if (std::ranges::find(engines, name) != engines.end()) return engines::make_engine(name, settings);
  return engines::make_strategy_actor({name, {}, jobs}, settings);
}

// What others can check the proof with. It is read back before it is written.
void write_proof(const Options& options, const Program& program, const Property& property,
                 const task::Outcome& outcome) {
  if (options.witness.empty()) return;
  const std::string text = exchange::witness::correctness_witness(
      program, property, exchange::witness::witness_invariants(program, outcome.invariants),
      exchange::witness::new_witness_metadata(TANDEM_VERSION));
  const exchange::witness::Witness read = exchange::witness::read_witness_text(text, options.witness);
  require(exchange::witness::bind_invariants(program, read).refused.empty(),
          "a witness should fit the program it is about");
  write_text_file(options.witness, text);
}

std::unique_ptr<task::Actor> choose_actor(const Options& options, const engines::EngineOptions& settings) {
  if (!options.strategy.empty())
    return engines::make_strategy_actor({options.strategy, options.with, options.jobs}, settings);
  if (!options.engine.empty()) return engines::make_engine(options.engine, settings);
  if (options.with.empty()) return make_engine_or_strategy(std::string(by_default), settings, options.jobs);
  if (options.with.size() > 1) throw UsageError("several partners need a strategy: --strategy cmc --with A,B");
  return engines::make_actor(options.with.front(), settings);
}

void print_details(const task::Outcome& outcome) {
  for (const task::Contribution& partner : outcome.partners)
    for (const std::string& command : partner.commands)
      fmt::print(stderr, "Command of {}: {}\n", partner.partner, command);
  for (const auto& [name, value] : outcome.statistics) fmt::print(stderr, "Figure {}: {}\n", name, value);
}

ExitCode verify(const Options& options) {
  const task::Limits limits = limits_of(options.limits);
  const Property property = options.property.empty() ? default_property() : read_property_file(options.property);
  const auto engine = choose_actor(options, engine_options(options, property));
  const Program program = load_program(options.program);
  const exchange::PartChoice parts = chosen_parts(options.parts, program);
  const std::optional<exchange::Gia> known = known_conditions(options.conditions, parts, program, property);
  Progress progress(options.verbosity.chosen());
  const InterruptGuard guard;
  const task::Task task{program, exchange::part_property(property, parts), limits, known ? &*known : nullptr};
  task::Outcome outcome = task::run_isolated(*engine, task, progress, options.condition_out);
  progress.finish();
  const bool interrupted = outcome.verdict == Verdict::Unknown && InterruptGuard::interrupted();
  if (interrupted) outcome.reason = "interrupted";
  if (!parts.is_everything()) outcome.assumptions.push_back("nothing goes wrong in what was left out: " + parts.text());
  write_json(options, program, outcome);
  if (outcome.counterexample && outcome.verdict == Verdict::False) {
    print_counterexample(program, *outcome.counterexample);
    write_files(options, program, property, *outcome.counterexample);
  }
  const bool is_partial = outcome.verdict == Verdict::True && !parts.is_everything();
  if (outcome.verdict == Verdict::True && !is_partial) write_proof(options, program, property, outcome);
  if (!options.verbosity.quiet) fmt::print(stderr, "{}", report::partners_text(outcome.partners));
  if (options.verbosity.verbose) print_details(outcome);
  for (const std::string& assumption : outcome.assumptions) fmt::print("Assumed: {}\n", assumption);
  if (outcome.verdict == Verdict::Unknown) print_open_parts(program, property, outcome);
  fmt::print("{}{}\n", result_line(outcome, property),
             is_partial ? fmt::format(" (apart from {})", parts.text()) : std::string());
  return interrupted ? ExitCode::Interrupted : exit_code(outcome.verdict);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  app.add_option("--property", options->property, "property file (.prp); default: no error call, no failing assert");
  app.add_option(
      "--engine", options->engine,
      fmt::format("one of {}; default: the strategy '{}'", fmt::join(engines::engine_names(), ", "), by_default));
  app.add_option("--strategy", options->strategy, "several engines and tools together; 'tandem strategies' lists them")
      ->type_name("NAME|FILE.yml");
  app.add_option("--with", options->with, "an external tool ('tandem tools'), or the partners of the strategy")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_option(
         "--reduce", options->reduce,
         "how external tools get what a condition leaves open: auto, unfold, fold, identity; slice: engines and "
         "tools get the program without what no error depends on; cut: with loops cut open")
      ->check(CLI::IsMember({"auto", "unfold", "fold", "slice", "inductive-loops", "identity"}));
  app.add_option("--jobs", options->jobs, "partners of a strategy that work at the same time")->capture_default_str();
  app.add_option("--artifacts", options->artifacts, "keep what external tools were given and what they said here")
      ->type_name("FOLDER");
  app.add_option("--solver", options->solver, "the SMT or SAT backend of the engine");
  app.add_option("--condition", options->conditions, "what is verified already (.gia) need not be looked at again")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--condition-out", options->condition_out,
                 "write what is verified now to this file (.gia), also while running and whatever ends the run");
  add_part_options(app, options->parts);
  app.add_option("--path-length", options->path_limits.path_length, "leave paths open that are longer; edges");
  app.add_option("--branches", options->path_limits.assume_edges, "leave paths open that have more branches");
  app.add_option("--loop-iterations", options->path_limits.loop_iterations,
                 "leave open what needs more rounds of a loop");
  app.add_option("--edge-repetitions", options->path_limits.edge_repetitions,
                 "leave open what takes one edge more often");
  app.add_option("--recursion", options->recursion_bound, "leave open what needs more activations of one function");
  app.add_option("--post-time", options->post_limit, "leave open what needs longer for one step");
  app.add_option("--query-time", options->query_limit, "leave open what a solver needs longer for");
  add_limit_options(app, options->limits);
  app.add_option("--json", options->json, "write the outcome to this file, as JSON");
  app.add_option("--witness", options->witness,
                 "write a witness (YAML 2.0) to this file: after FALSE of the violation, after TRUE of the proof");
  app.add_option(
      "--tests", options->tests,
      "after FALSE, write a Test-Comp suite with the failing test to this folder; of testers also their other tests");
  app.add_option("--harness", options->harness,
                 "after FALSE, write a C file that reproduces the error when compiled in");
  add_verbosity_options(app, options->verbosity);
  return [options] { return verify(*options); };
}

} // namespace

const Command verify_command{
    .name = "verify",
    .summary = "decide whether an error can be reached",
    .details = "Looks for inputs that lead the program to its error function or to a failing assert, and for a proof "
               "that there are none. FALSE comes with inputs that were confirmed by running the program. The last "
               "line of standard output is the result: TRUE, FALSE or UNKNOWN with the reason.",
    .examples = {{"tandem verify prog.c", "with the default strategy"},
                 {"tandem verify --engine bmc --cpu 60s --data-model ILP32 prog.i", "bounded model checking, 60 s"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
