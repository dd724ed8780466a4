#include "cli/commands/verify_report.h"

#include "base/core/text_file.h"
#include "cli/commands/verify_witness.h"
#include "cli/common/verdict.h"
#include "report/text/open_parts.h"
#include "report/text/partners_text.h"
#include "report/text/targets_text.h"
#include "task/harness.h"
#include "task/outcome_json.h"
#include "task/testcase.h"
#include "task/understood.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exception>

namespace tandem::cli::commands {
namespace {

using task::Verdict;

// The confirmed error as a witness, a test and a harness.
void write_files(const VerifyOptions& options, const Program& program, const Property& property,
                 const task::Counterexample& found) {
  if (!options.witness.empty())
    write_text_file(options.witness, violation_witness_text(program, property, found, options.witness_format));
  if (!options.engine_options.tests.empty())
    task::write_error_suite(options.engine_options.tests, program,
                            {.producer = "tandem " TANDEM_VERSION,
                             .specification = task::error_call_specification(property),
                             .time = std::chrono::system_clock::now()},
                            found);
  if (!options.harness.empty()) {
    const task::HarnessOptions settings{.file = options.harness, .compiler_args = compiler_arguments(options.program)};
    write_text_file(options.harness, task::make_harness(program, property, found, settings).text);
  }
}

std::string verifier_name(const VerifyOptions& options) {
  if (!options.strategy.empty()) return options.strategy;
  if (!options.with.empty()) return options.with.front();
  return options.engine.empty() ? std::string(default_verifier) : options.engine;
}

// Of a run that ended without a verdict: what is left to do.
void print_open_parts(const Program& program, const Property& property, const task::Outcome& outcome) {
  constexpr std::size_t most_states = 100'000; // more would keep the user waiting
  const std::size_t states = outcome.gia->states().size();
  const auto parts = states <= most_states ? report::open_parts(program, property, *outcome.gia) : std::nullopt;
  if (!parts) {
    fmt::print("The condition leaves open: too much to list it; it has {} states\n", states);
    return;
  }
  const auto statistic = [&](const char* name) {
    const auto found = outcome.statistics.find(name);
    return found != outcome.statistics.end() ? found->second : 0;
  };
  fmt::print("{}", report::open_parts_text(*parts, statistic("nodes"), statistic("closed nodes")));
}

void print_details(const task::Outcome& outcome) {
  for (const task::Contribution& partner : outcome.partners)
    for (const std::string& command : partner.commands)
      fmt::print(stderr, "Command of {}: {}\n", partner.partner, command);
  for (const auto& [name, value] : outcome.statistics) fmt::print(stderr, "Figure {}: {}\n", name, value);
}

bool is_partial(const VerifyResult& result) {
  return result.outcome.verdict == Verdict::True && !result.parts.is_everything();
}

std::string result_text(const VerifyResult& result) {
  return result_line(result.outcome, result.property) +
         (is_partial(result) ? fmt::format(" (apart from {})", result.parts.text()) : std::string());
}

// The witness with which another tool can check the proof.
void write_proof(const VerifyOptions& options, const VerifyResult& result) {
  if (options.witness.empty()) return;
  write_text_file(options.witness, correctness_witness_text(result.program, result.property, result.outcome.invariants,
                                                            options.witness_format));
}

void write_results(const VerifyOptions& options, const VerifyResult& result) {
  const task::Outcome& outcome = result.outcome;
  if (outcome.verdict == Verdict::False && outcome.counterexample)
    write_files(options, result.program, result.property, *outcome.counterexample);
  if (outcome.verdict == Verdict::True && !is_partial(result)) write_proof(options, result);
  if (!options.outcome.empty()) write_text_file(options.outcome, task::to_json(outcome, result.program).dump() + "\n");
}

// How each target that is reached is reached; of many, the first ones.
void print_errors(const VerifyResult& result) {
  constexpr std::size_t most = 10;
  const task::Outcome& outcome = result.outcome;
  if (outcome.verdict != Verdict::False || !outcome.counterexample) return;
  print_counterexample(result.program, result.property, *outcome.counterexample);
  std::size_t printed = 1, omitted = 0;
  for (const task::TargetStatus& status : outcome.targets) {
    if (!status.counterexample || status.target == outcome.counterexample->target) continue;
    if (printed++ < most)
      print_counterexample(result.program, result.property, *status.counterexample);
    else
      ++omitted;
  }
  if (omitted > 0) fmt::print("{} more errors are reached; --json has the inputs of each\n", omitted);
}

// In a module, the arguments of the function it starts in lead anywhere, which is seldom what is meant.
void print_advice_on_pointers(const VerifyResult& result) {
  const Function& entry = result.program.entry();
  const bool takes_pointers =
      std::ranges::any_of(entry.parameters(), [](const Variable* each) { return each->type->is_pointer(); });
  const auto is_about_memory = [&](const task::TargetStatus& status) {
    if (!status.counterexample) return false;
    const CheckTarget* check = result.property.failing_check(*status.counterexample->target);
    return check != nullptr && (check->kind == CheckKind::Memory || check->kind == CheckKind::Bounds ||
                                check->kind == CheckKind::Null || check->kind == CheckKind::Free);
  };
  if (entry.name() == "main" || !takes_pointers || !std::ranges::any_of(result.outcome.targets, is_about_memory))
    return;
  const std::string& file = result.program.files()[entry.range().begin.file].path;
  fmt::print("The pointers that {0} is given may lead nowhere; 'tandem proofs new {0} {1}' writes a harness that gives "
             "them objects\n",
             entry.source_name(), file);
}

void print_results(const VerifyOptions& options, const VerifyResult& result) {
  const task::Outcome& outcome = result.outcome;
  std::fflush(stdout); // both may be one log
  if (!options.verbosity.quiet) fmt::print(stderr, "{}", report::partners_text(outcome.partners));
  if (options.verbosity.verbose) print_details(outcome);
  fmt::print("{}", report::targets_text(result.program, result.property, outcome.targets));
  if (outcome.reason == task::nothing_to_check && options.checks.empty())
    fmt::print("--check standard looks for undefined behaviour: overflows, bad memory accesses, divisions by zero\n");
  print_advice_on_pointers(result);
  print_grounds(outcome);
  if (outcome.verdict == Verdict::Unknown) print_open_parts(result.program, result.property, outcome);
  fmt::print("{}\n", result_text(result));
}

// Files that cannot be written must not take each other or the printed result with them.
class Attempts {
public:
  template <typename Action> void attempt(const Action& action) {
    try {
      action();
    } catch (const InputError&) {
      if (!first_) first_ = std::current_exception();
    }
  }
  void throw_first() const {
    if (first_) std::rethrow_exception(first_);
  }

private:
  std::exception_ptr first_;
};

} // namespace

ExitCode report(const VerifyOptions& options, const VerifyResult& result) {
  print_errors(result);
  const ExitCode code = result.interrupted ? ExitCode::Interrupted : exit_code(result.outcome.verdict);
  Attempts attempts;
  attempts.attempt([&] { write_results(options, result); });
  attempts.attempt([&] {
    write_result_files(options.files, {.program = result.program,
                                       .property = result.property,
                                       .outcome = result.outcome,
                                       .result = result_text(result),
                                       .verifier = verifier_name(options),
                                       .compiler_args = compiler_arguments(options.program),
                                       .partner_runs = result.partner_runs,
                                       .exit_code = static_cast<int>(code)});
  });
  print_results(options, result);
  attempts.throw_first();
  return code;
}

} // namespace tandem::cli::commands
