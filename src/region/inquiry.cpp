#include "region/inquiry.h"

#include "region/live.h"
#include "task/isolated.h"

#include <algorithm>

namespace tandem::region {

namespace {

using std::chrono::milliseconds;
using task::Verdict;

bool is_whole(const Subject& subject, const Question& question) {
  const std::vector<bool> live = live_checks(subject, question.settled);
  return std::ranges::all_of(subject.checks(), [&](const Edge* check) {
    if (!live[check->id]) return false;
    return &check->function() != &subject.program().entry() ||
           std::ranges::find(question.enabled, check) != question.enabled.end();
  });
}

// A counterexample of the extracted program, told of the original. Steps that the original does not have are left out.
task::Counterexample in_original(task::Counterexample found, const EdgeMap& original) {
  const auto mapped = [&](const Edge* edge) { return edge == nullptr ? nullptr : original[edge->id]; };
  found.target = mapped(found.target);
  for (task::InputValue& input : found.inputs) input.edge = mapped(input.edge);
  for (const Edge*& edge : found.path) edge = mapped(edge);
  for (WrittenValue& value : found.written) value.edge = mapped(value.edge);
  return found;
}

} // namespace

Inquiry::Inquiry(const Subject& subject, task::Limits limits, task::Monitor& monitor)
    : subject_(subject), limits_(limits), monitor_(monitor) {}

task::Outcome Inquiry::run(task::Actor& verifier, const Program& program, Answer& answer) {
  task::Limits left = limits_;
  const auto used = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start_);
  if (left.wall) left.wall = std::max(milliseconds(1), *left.wall - used);
  if (left.cpu) left.cpu = std::max(milliseconds(1), *left.cpu - used);
  Property property = subject_.property();
  property.entry = program.entry().name();
  ++answer.queries;
  task::Outcome outcome =
      task::run_isolated(verifier, task::Task{.program = program, .property = property, .limits = left}, monitor_);
  for (const std::string& assumption : outcome.assumptions)
    if (std::ranges::find(answer.assumptions, assumption) == answer.assumptions.end())
      answer.assumptions.push_back(assumption);
  return outcome;
}

// Too late for asking about each check on its own?
bool Inquiry::is_late() const {
  const auto limit = limits_.wall ? limits_.wall : limits_.cpu;
  return std::chrono::steady_clock::now() - start_ > limit.value_or(milliseconds(60'000)) / 4;
}

void Inquiry::give_up(const Question& question, std::string reason, Answer& answer) {
  answer.open.insert(answer.open.end(), question.enabled.begin(), question.enabled.end());
  answer.reason = std::move(reason);
}

void Inquiry::ask(Question question, task::Actor& verifier, Answer& answer) {
  while (!question.enabled.empty()) {
    const ExtractionResult extracted = extract(subject_, question);
    if (!extracted.extraction) return give_up(question, extracted.refusal, answer);
    const task::Outcome outcome = run(verifier, extracted.extraction->program, answer);
    if (outcome.verdict == Verdict::True) {
      answer.proved.insert(answer.proved.end(), question.enabled.begin(), question.enabled.end());
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

// Nobody knows which of them it is that cannot be proved.
void Inquiry::ask_each(const Question& question, task::Actor& verifier, Answer& answer) {
  for (const Edge* check : question.enabled) {
    Question single = question;
    single.enabled = {check};
    ask(std::move(single), verifier, answer);
  }
}

Answer Inquiry::about_region(const Question& question, task::Actor& verifier) {
  Answer answer;
  ask(question, verifier, answer);
  return answer;
}

Answer Inquiry::about_whole(const Question& question, task::Actor& whole, task::Actor& trimmed) {
  Answer answer;
  if (is_whole(subject_, question)) {
    answer.outcome = run(whole, subject_.program(), answer);
  } else {
    const Extraction extraction = extract_whole(subject_, question);
    answer.outcome = run(trimmed, extraction.program, answer);
    if (answer.outcome->counterexample)
      answer.outcome->counterexample = in_original(std::move(*answer.outcome->counterexample), extraction.original);
  }
  answer.outcome->gia.reset(); // of the extracted program, if any
  answer.outcome->invariants.clear();
  if (answer.outcome->verdict == Verdict::True)
    answer.proved = question.enabled;
  else
    give_up(question, answer.outcome->reason, answer);
  return answer;
}

} // namespace tandem::region
