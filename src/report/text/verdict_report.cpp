#include "report/text/verdict_report.h"

#include "base/core/require.h"
#include "program/pointers/call_graph.h"

#include <fmt/format.h>

namespace tandem::report {

namespace {

using task::Outcome;
using task::Verdict;

Finding::State state_of(const Outcome& outcome, const Target& target) {
  if (outcome.verdict == Verdict::True) return Finding::State::Unreachable;
  const bool reached =
      outcome.verdict == Verdict::False && outcome.counterexample && outcome.counterexample->target == target.call;
  return reached ? Finding::State::Reached : Finding::State::Open;
}

std::string rule_of(const Property& property, const Edge& call) {
  if (const CheckTarget* check = property.failing_check(call)) return std::string(name(check->kind));
  const std::string callee = call.op.callee != nullptr ? call.op.callee->source_name() : "";
  return callee.find("assert") != std::string::npos ? "assertion" : "error-call";
}

std::string text_of(const Property& property, const Edge& call) {
  if (const CheckTarget* check = property.failing_check(call)) return check->text;
  return (call.op.callee != nullptr ? call.op.callee->source_name() : "an error function") + "() is not called";
}

} // namespace

std::string_view name(Finding::State state) {
  switch (state) {
  case Finding::State::Open: return "open";
  case Finding::State::Reached: return "reached";
  case Finding::State::Unreachable: return "unreachable";
  }
  unreachable();
}

std::vector<Finding> findings(const VerdictReport& report) {
  const pointers::CallGraph calls(report.program);
  const Outcome& outcome = report.outcome;
  std::vector<Finding> result;
  for (const Target& target : targets(report.program, report.property)) {
    if (!calls.is_reachable(*target.location->function)) continue;
    Finding finding{.target = target.call,
                    .state = state_of(outcome, target),
                    .rule = rule_of(report.property, *target.call),
                    .text = text_of(report.property, *target.call)};
    if (finding.state == Finding::State::Reached) finding.counterexample = &*outcome.counterexample;
    if (finding.state == Finding::State::Open)
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
