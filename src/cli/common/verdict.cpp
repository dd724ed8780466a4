#include "cli/common/verdict.h"

#include "report/text/counterexample_text.h"
#include "report/text/shown_error.h"
#include "task/harness.h"

#include <fmt/format.h>

namespace tandem::cli {

using task::Verdict;

namespace {

// The property, or the check that the user asked for besides.
std::string_view violated(const task::Outcome& outcome, const Property& property) {
  const Edge* target = outcome.counterexample ? outcome.counterexample->target : nullptr;
  const CheckTarget* check = target != nullptr ? property.failing_check(*target) : nullptr;
  if (check == nullptr) return property.name;
  const std::string_view of_competition = violated_property(check->kind);
  const bool is_asked_for_by_name = property.name == unreach_call_property().name;
  return is_asked_for_by_name || of_competition.empty() ? name(check->kind) : of_competition;
}

std::string sanitizer_text(CheckKind kind) {
  switch (task::sanitizer_of(kind)) {
  case task::Sanitizer::None: break;
  case task::Sanitizer::Trap: return "UndefinedBehaviorSanitizer";
  case task::Sanitizer::Address: return "AddressSanitizer";
  case task::Sanitizer::Leak: return "LeakSanitizer";
  case task::Sanitizer::Memory: return "MemorySanitizer";
  }
  return "a sanitizer";
}

} // namespace

std::string result_line(const task::Outcome& outcome, const Property& property) {
  switch (outcome.verdict) {
  case Verdict::True: return "Result: TRUE";
  case Verdict::False: return fmt::format("Result: FALSE ({})", violated(outcome, property));
  case Verdict::Unknown: break;
  }
  return fmt::format("Result: UNKNOWN ({})", outcome.reason);
}

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::True) return ExitCode::Done;
  return verdict == Verdict::False ? ExitCode::Reached : ExitCode::Undecided;
}

void print_grounds(const task::Outcome& outcome) {
  if (!outcome.crash.empty()) fmt::print(stderr, "tandem: {}\n", outcome.crash);
  for (const task::Contribution& partner : outcome.partners)
    if (!partner.crash.empty()) fmt::print(stderr, "tandem: {}\n", partner.crash);
  if (outcome.verdict == Verdict::True && !outcome.reason.empty()) fmt::print("{}\n", outcome.reason);
  for (const std::string& remark : outcome.vacuous) fmt::print("Vacuous: {}\n", remark);
  for (const std::string& assumption : outcome.assumptions) fmt::print("Assumed: {}\n", assumption);
}

void print_counterexample(const Program& program, const Property& property, const task::Counterexample& found) {
  const bool compiled = found.confirmed == task::Confirmation::Compiled;
  const CheckTarget* check = property.failing_check(*found.target);
  const std::string how =
      !compiled          ? "the interpreter"
      : check != nullptr ? "the interpreter and by running the program compiled with " + sanitizer_text(check->kind)
                         : "running the compiled program";
  fmt::print("{} at {}; confirmed by {}.\n",
             check != nullptr ? "This does not hold: " + report::shown_sentence(program, property, found) + ","
                              : "The error is reached",
             program.text(report::shown_at(program, found).range.begin), how);
  if (!found.remark.empty()) fmt::print("{}\n", found.remark);
  fmt::print("{}", report::counterexample_text(program, found));
}

} // namespace tandem::cli
