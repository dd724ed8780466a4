#include "report/text/verdict_report.h"

#include "program/model/target.h"
#include "program/pointers/call_graph.h"
#include "report/text/shown_error.h"

#include <fmt/format.h>

namespace tandem::report {

namespace {

using task::Outcome;
using task::Verdict;

TargetState state_of(const Outcome& outcome, const Target& target) {
  if (outcome.verdict == Verdict::True) return TargetState::Unreachable;
  const bool reached =
      outcome.verdict == Verdict::False && outcome.counterexample && outcome.counterexample->target == target.call;
  return reached ? TargetState::Reached : TargetState::Open;
}

Finding finding_of(const Target& target) {
  return {.target = target.call,
          .place = target.call,
          .rule = target.check                           ? std::string(name(*target.check))
                  : target.kind == TargetKind::Assertion ? "assertion"
                                                         : "error-call",
          .text = target.sentence};
}

void show(const VerdictReport& report, const task::Counterexample& found, Finding& finding) {
  finding.counterexample = &found;
  finding.place = &shown_at(report.program, found);
  if (finding.place != finding.target) finding.text = shown_sentence(report.program, report.property, found);
}

// Of an actor that decided each target.
std::vector<Finding> statuses(const VerdictReport& report) {
  std::vector<Finding> result;
  for (const task::TargetStatus& status : report.outcome.targets) {
    Finding finding = finding_of(target_of(report.program, report.property, *status.target));
    finding.state = status.state;
    finding.by = status.by;
    finding.note = status.why;
    if (status.counterexample) show(report, *status.counterexample, finding);
    result.push_back(std::move(finding));
  }
  return result;
}

} // namespace

std::vector<Finding> findings(const VerdictReport& report) {
  if (!report.outcome.targets.empty()) return statuses(report);
  const pointers::CallGraph calls(report.program);
  const Outcome& outcome = report.outcome;
  std::vector<Finding> result;
  for (const Target& target : targets(report.program, report.property)) {
    if (!calls.is_reachable(*target.location->function)) continue;
    Finding finding = finding_of(target);
    finding.state = state_of(outcome, target);
    if (finding.state == TargetState::Reached) show(report, *outcome.counterexample, finding);
    if (finding.state == TargetState::Open)
      finding.note = outcome.verdict == Verdict::False ? "the search ended with another error" : outcome.reason;
    result.push_back(std::move(finding));
  }
  return result;
}

std::string rule_text(const std::string& rule) {
  for (const CheckDescription& check : all_checks())
    if (check.name == rule) return std::string(check.summary);
  return rule == "assertion" ? "a failing assertion" : "a call of an error function";
}

std::string error_text(const Finding& finding) {
  constexpr std::string_view never = " is not called";
  if (finding.text.ends_with(never)) return finding.text.substr(0, finding.text.size() - never.size()) + " is called";
  return "this does not hold: " + finding.text;
}

} // namespace tandem::report
