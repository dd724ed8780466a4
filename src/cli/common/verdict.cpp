#include "cli/common/verdict.h"

#include "report/counterexample_text.h"

#include <fmt/format.h>

namespace tandem::cli {

using task::Verdict;

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

void print_grounds(const task::Outcome& outcome) {
  if (!outcome.crash.empty()) fmt::print(stderr, "tandem: {}\n", outcome.crash);
  for (const task::Contribution& partner : outcome.partners)
    if (!partner.crash.empty()) fmt::print(stderr, "tandem: {}\n", partner.crash);
  if (outcome.verdict == Verdict::True && !outcome.reason.empty()) fmt::print("{}\n", outcome.reason);
  for (const std::string& assumption : outcome.assumptions) fmt::print("Assumed: {}\n", assumption);
}

void print_counterexample(const Program& program, const task::Counterexample& found) {
  const bool compiled = found.confirmed == task::Confirmation::Compiled;
  fmt::print("The error is reached at {}; confirmed by {}.\n", program.text(found.target->range.begin),
             compiled ? "running the compiled program" : "the interpreter");
  if (!found.remark.empty()) fmt::print("{}\n", found.remark);
  fmt::print("{}", report::counterexample_text(program, found));
}

} // namespace tandem::cli
