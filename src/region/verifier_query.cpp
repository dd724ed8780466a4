// A counterexample identifies the failing check through its target, so a query about n checks needs at most n runs. If
// the target is not known, the checks are queried one by one, unless a quarter of the time has been used already.

#include "region/verifier_query.h"

#include "base/process/process_tree.h"
#include "region/live_checks.h"
#include "region/region_invariants.h"
#include "region/tree_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

namespace tandem::region {

namespace {

using std::chrono::milliseconds;
using task::Verdict;

bool is_whole(const VerificationContext& verification_context, const Question& question) {
  const std::vector<bool> live = live_checks(verification_context, question.verified);
  return std::ranges::all_of(verification_context.checks(), [&](const Edge* check) {
    if (!live[check->id]) return false;
    return &check->function() != &verification_context.program().entry() ||
           std::ranges::find(question.enabled, check) != question.enabled.end();
  });
}

std::string what_is_asked(const VerificationContext& verification_context, const Question& question) {
  const bool is_root = question.node == &verification_context.tree().root();
  return fmt::format("{}, {} {}", is_root ? "the whole program" : title(*question.node), question.enabled.size(),
                     question.enabled.size() == 1 ? "check" : "checks");
}

// Maps a counterexample of the extracted program to the original. Edges that the original does not have become nullptr.
task::Counterexample in_original(task::Counterexample found, const EdgeMap& original) {
  const auto mapped = [&](const Edge* edge) { return edge == nullptr ? nullptr : original[edge->id]; };
  found.target = mapped(found.target);
  for (task::InputValue& input : found.inputs) input.edge = mapped(input.edge);
  for (const Edge*& edge : found.path) edge = mapped(edge);
  for (WrittenValue& value : found.written) value.edge = mapped(value.edge);
  return found;
}

} // namespace

VerifierQuery::VerifierQuery(const VerificationContext& verification_context, task::Limits limits,
                             task::Monitor& monitor)
    : verification_context_(verification_context), limits_(limits), monitor_(monitor),
      cpu_at_start_(process::usage_of_tree(::getpid()).cpu_time) {}

task::Outcome VerifierQuery::run(task::Actor& verifier, const Program& program, const Question& question,
                                 Answer& answer) {
  task::Limits left = limits_;
  if (left.wall) left.wall = std::max(milliseconds(1), *left.wall - wall_used());
  if (left.cpu) left.cpu = std::max(milliseconds(1), *left.cpu - cpu_used());
  Property property = verification_context_.property();
  property.entry = program.entry().name();
  ++answer.queries;
  const task::Task task{.program = program, .property = property, .limits = left};
  task::Isolated running(verifier, task, monitor_);
  while (running.wait(milliseconds(100)) == task::Isolated::State::Running) {
  }
  task::Outcome outcome = running.collect_outcome();
  record(verifier, question, running, outcome, answer);
  for (const std::string& assumption : outcome.assumptions)
    if (std::ranges::find(answer.assumptions, assumption) == answer.assumptions.end())
      answer.assumptions.push_back(assumption);
  return outcome;
}

// Tools and strategies report their partners themselves; for an engine, the contribution is recorded here.
void VerifierQuery::record(const task::Actor& verifier, const Question& question, task::Isolated& run,
                           task::Outcome& outcome, Answer& answer) const {
  if (outcome.partners.empty())
    outcome.partners.push_back({.partner = verifier.name(), .verdict = outcome.verdict, .crash = outcome.crash});
  if (outcome.partners.size() == 1) {
    outcome.partners[0].wall_seconds = static_cast<double>(run.wall_time().count()) / 1000;
    outcome.partners[0].cpu_seconds = static_cast<double>(run.cpu_time().count()) / 1000;
  }
  for (task::Contribution& partner : outcome.partners) {
    const std::string what = partner.what.empty() ? outcome.reason : partner.what;
    partner.what = what_is_asked(verification_context_, question) + (what.empty() ? "" : ": " + what);
    answer.partners.push_back(std::move(partner));
  }
  outcome.partners.clear();
}

// Whether too little time is left for querying each check on its own.
bool VerifierQuery::is_late() const {
  if (limits_.cpu && cpu_used() > *limits_.cpu / 4) return true;
  if (limits_.cpu && !limits_.wall) return false;
  return wall_used() > limits_.wall.value_or(milliseconds(60'000)) / 4;
}

milliseconds VerifierQuery::wall_used() const {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start_);
}

milliseconds VerifierQuery::cpu_used() const { return process::usage_of_tree(::getpid()).cpu_time - cpu_at_start_; }

void VerifierQuery::give_up(const Question& question, std::string reason, Answer& answer) {
  answer.open.insert(answer.open.end(), question.enabled.begin(), question.enabled.end());
  answer.reason = std::move(reason);
}

void VerifierQuery::ask(Question question, task::Actor& verifier, Answer& answer) {
  while (!question.enabled.empty()) {
    const ExtractionResult extracted = extract(verification_context_, question);
    if (!extracted.extraction) return give_up(question, extracted.refusal, answer);
    const task::Outcome outcome = run(verifier, extracted.extraction->program, question, answer);
    if (outcome.verdict == Verdict::True) {
      answer.proved.insert(answer.proved.end(), question.enabled.begin(), question.enabled.end());
      std::ranges::move(learnt_from(*extracted.extraction, outcome.invariants), std::back_inserter(answer.learnt));
      return;
    }
    const Edge* target = outcome.counterexample ? outcome.counterexample->target : nullptr;
    if (target == nullptr && outcome.verdict == Verdict::Unknown && (question.enabled.size() == 1 || is_late()))
      return give_up(question, outcome.reason, answer);
    const std::string reason = "the assertion may fail in this region";
    if (question.enabled.size() == 1) return give_up(question, reason, answer);
    const Edge* failed = target == nullptr ? nullptr : extracted.extraction->check[target->id];
    if (failed == nullptr) return ask_each(question, verifier, answer);
    answer.open.push_back(failed);
    answer.reason = reason;
    std::erase(question.enabled, failed);
  }
}

// The outcome does not say which of the checks cannot be proved.
void VerifierQuery::ask_each(const Question& question, task::Actor& verifier, Answer& answer) {
  for (const Edge* check : question.enabled) {
    Question single = question;
    single.enabled = {check};
    ask(std::move(single), verifier, answer);
  }
}

Answer VerifierQuery::about_region(const Question& question, task::Actor& verifier) {
  Answer answer;
  ask(question, verifier, answer);
  return answer;
}

Answer VerifierQuery::about_whole(const Question& question, task::Actor& whole, task::Actor& trimmed) {
  Answer answer;
  if (is_whole(verification_context_, question)) {
    answer.outcome = run(whole, verification_context_.program(), question, answer);
  } else {
    const Extraction extraction = extract_whole(verification_context_, question);
    answer.outcome = run(trimmed, extraction.program, question, answer);
    if (answer.outcome->counterexample)
      answer.outcome->counterexample = in_original(std::move(*answer.outcome->counterexample), extraction.original);
  }
  answer.outcome->gia.reset(); // may refer to the extracted program
  answer.outcome->invariants.clear();
  if (answer.outcome->verdict == Verdict::True)
    answer.proved = question.enabled;
  else
    give_up(question, answer.outcome->reason, answer);
  return answer;
}

} // namespace tandem::region
