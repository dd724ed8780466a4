// tandem run: one execution in the interpreter. Standard output is the program's own; what tandem has to say goes to
// standard error, or, with --json, everything goes to standard output as JSON.
#include "cli/commands/all.h"

#include "base/core/require.h"
#include "base/core/text_file.h"
#include "cli/common/program_options.h"
#include "semantics/core/inputs.h"
#include "semantics/interpreter/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace tandem::cli::commands {
namespace {

using semantics::interpreter::End;
using semantics::interpreter::RunResult;

struct Options {
  ProgramOptions program;
  std::string inputs;
  std::string test;
  std::optional<std::uint64_t> seed;
  std::uint64_t steps = 1'000'000'000;
  std::string uninitialised = "error";
  std::string standard_input;
  bool trace = false;
  bool json = false;
};

// Longer traces are cut off: they are too large to be read.
constexpr std::uint64_t longest_trace = 10'000'000;

ExitCode exit_code(End end) {
  switch (end) {
  case End::Returned: return ExitCode::Done;
  case End::Exit: return ExitCode::Done;
  case End::Abort: return ExitCode::Done;
  case End::AssumeViolated: return ExitCode::Done;
  case End::Endless: return ExitCode::Done;
  case End::AssertFailed: return ExitCode::Reached;
  case End::ErrorCall: return ExitCode::Reached;
  case End::Fault: return ExitCode::Undecided;
  case End::InputsExhausted: return ExitCode::Undecided;
  case End::StepLimit: return ExitCode::Undecided;
  case End::TimeLimit: return ExitCode::Undecided;
  case End::MemoryLimit: return ExitCode::Undecided;
  }
  unreachable();
}

std::string position_of(const Program& program, const Edge* edge) {
  return edge == nullptr || !edge->range.begin.is_known() ? std::string("?") : program.text(edge->range.begin);
}

std::string value_of(const semantics::interpreter::ConsumedInput& input) {
  return semantics::write_value(input.bits, *input.type);
}

std::string end_text(const Program& program, const RunResult& result) {
  const std::string position = position_of(program, result.last_edge);
  const std::string message = result.message.empty() ? "" : ": " + result.message;
  switch (result.end) {
  case End::Returned: return fmt::format("ended with exit code {}", result.exit_code);
  case End::Exit: return fmt::format("{}: ended with exit code {}", position, result.exit_code);
  case End::Abort: return fmt::format("{}: aborted", position);
  case End::AssumeViolated:
    return fmt::format("{}: an assumption does not hold; this is no run of the program", position);
  case End::AssertFailed: return fmt::format("{}: assertion failed{}", position, message);
  case End::ErrorCall: return fmt::format("{}: the error was reached{}", position, message);
  case End::Fault: return fmt::format("{}: runtime error{}", position, message);
  case End::InputsExhausted:
    return fmt::format("{}: wants another input; give more with --inputs, or random ones with --seed", position);
  case End::Endless: return fmt::format("{}: the program does nothing any more, for ever", position);
  case End::StepLimit: return fmt::format("{}: stopped by the limit on steps (--steps)", position);
  case End::TimeLimit: return fmt::format("{}: stopped by the limit on time", position);
  case End::MemoryLimit: return fmt::format("{}: stopped by the limit on memory", position);
  }
  unreachable();
}

void print_text(const Program& program, const RunResult& result, const Options& options) {
  fmt::print("{}", result.output);
  std::fflush(stdout);
  fmt::print(stderr, "{}", result.error_output);
  if (options.trace)
    for (const Edge* edge : result.trace) fmt::print(stderr, "{}\n", edge->name);
  fmt::print(stderr, "{}\n", end_text(program, result));
  for (const Edge* call : result.call_stack) fmt::print(stderr, "  called at {}\n", position_of(program, call));
  std::vector<std::string> values;
  for (const semantics::interpreter::ConsumedInput& input : result.inputs) values.push_back(value_of(input));
  if (!values.empty()) fmt::print(stderr, "inputs: {}\n", fmt::join(values, ","));
  for (const std::string& assumption : result.assumptions) fmt::print(stderr, "assumed: {}\n", assumption);
  fmt::print(stderr, "steps: {}\n", result.steps);
}

nlohmann::ordered_json position_json(const Program& program, const Edge& edge) {
  const SourcePoint point = edge.range.begin;
  nlohmann::ordered_json json{{"edge", edge.name}};
  if (point.is_known())
    json.update({{"file", program.files()[point.file].path}, {"line", point.line}, {"column", point.column}});
  return json;
}

nlohmann::ordered_json positions_json(const Program& program, const std::vector<const Edge*>& edges) {
  auto json = nlohmann::ordered_json::array();
  for (const Edge* edge : edges) json.push_back(position_json(program, *edge));
  return json;
}

void print_json(const Program& program, const RunResult& result, const Options& options) {
  nlohmann::ordered_json json{{"end", semantics::interpreter::name(result.end)}, {"exit_code", result.exit_code}};
  if (result.fault) json["fault"] = semantics::name(result.fault->kind);
  json["message"] = result.message;
  if (result.last_edge != nullptr) json["place"] = position_json(program, *result.last_edge);
  json["calls"] = positions_json(program, result.call_stack);
  json["output"] = result.output;
  json["error_output"] = result.error_output;
  json["inputs"] = nlohmann::ordered_json::array();
  for (const semantics::interpreter::ConsumedInput& input : result.inputs) json["inputs"].push_back(value_of(input));
  json["targets"] = positions_json(program, result.targets_reached);
  json["assumptions"] = result.assumptions;
  json["steps"] = result.steps;
  if (options.trace) {
    json["trace"] = nlohmann::ordered_json::array();
    for (const Edge* edge : result.trace) json["trace"].push_back(edge->name);
  }
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

semantics::TextInputs make_inputs(const Options& options) {
  const auto texts =
      options.test.empty() ? semantics::split_inputs(options.inputs) : semantics::read_test_case(options.test);
  return {texts, options.seed ? semantics::Exhaustion::Random : semantics::Exhaustion::Stop, options.seed.value_or(1)};
}

ExitCode run(const Options& options) {
  semantics::TextInputs inputs = make_inputs(options);
  ProgramOptions source = options.program;
  source.linked = clib::Linked::Exact;
  const Program program = load_program(source);
  semantics::interpreter::Executable executable(program);
  semantics::interpreter::RunOptions run_options;
  run_options.step_limit = options.steps;
  run_options.trace_limit = options.trace ? longest_trace : 0;
  if (options.uninitialised == "zero") run_options.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
  if (!options.standard_input.empty()) run_options.standard_input = read_text_file(options.standard_input);
  const RunResult result = executable.run(inputs, run_options);
  if (options.json)
    print_json(program, result, options);
  else
    print_text(program, result, options);
  return exit_code(result.end);
}

Action declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_program_options(app, options->program);
  CLI::Option* inputs =
      app.add_option("--inputs", options->inputs, "values for the __VERIFIER_nondet_* calls, in the order of the calls")
          ->type_name("V,V,...");
  app.add_option("--test", options->test, "take the values from a Test-Comp test case")
      ->type_name("FILE.xml")
      ->excludes(inputs);
  app.add_option("--seed", options->seed, "when the values are used up, go on with random ones from this seed")
      ->type_name("N");
  app.add_option("--steps", options->steps, "stop after this many edges")->type_name("N")->capture_default_str();
  app.add_option("--uninitialised", options->uninitialised, "what reading a variable without a value is")
      ->check(CLI::IsMember({"error", "zero"}))
      ->capture_default_str();
  app.add_option("--stdin", options->standard_input, "what the program reads from standard input (default: nothing)")
      ->type_name("FILE");
  app.add_flag("--trace", options->trace, "also print the edges that were taken");
  app.add_flag("--json", options->json, "print everything as JSON to standard output");
  return [options] { return run(*options); };
}

} // namespace

constinit const Command run_command{
    .name = "run",
    .summary = "execute a program in the interpreter, which checks every memory access",
    .details =
        "Prints what the program prints, then, to standard error, how the run ended and where. The exit code is 0 "
        "if the run came to its end without reaching a target, 10 if it reached one (a call of reach_error or "
        "__VERIFIER_error, a failing assertion), and 20 if it was stopped before: by a runtime error (such as a "
        "read beyond an array), for want of inputs, or by a limit.",
    .examples = {{"tandem run file.c --inputs 3,-1,'a'", "values for the first three calls of __VERIFIER_nondet_*"},
                 {"tandem run file.c --seed 7", "random values, the same for the same seed"},
                 {"tandem run file.i --data-model ILP32 --test test-3.xml --trace",
                  "a Test-Comp test case, with its path"}},
    .declare = declare,
};

} // namespace tandem::cli::commands
