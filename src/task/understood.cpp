#include "task/understood.h"

#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"
#include "program/model/not_understood.h"
#include "task/assumptions.h"
#include "task/remaining_limits.h"

#include <algorithm>

namespace tandem::task {
namespace {

// What a verifier calls unreachable that takes paths to end at the constructs is not known about the program, unless
// the constructs are unreachable, too.
class Careful : public Monitor {
public:
  explicit Careful(Monitor& monitor, const Property& property) : monitor_(monitor), property_(property) {}
  bool should_stop() override { return monitor_.should_stop(); }
  void progress(std::string_view text) override { monitor_.progress(text); }
  void learnt(std::string_view text) override { monitor_.learnt(text); }
  void publish(const exchange::Fact& fact) override { monitor_.publish(fact); }
  std::vector<exchange::Fact> received() override { return monitor_.received(); }
  void decided(const TargetStatus& status) override {
    if (status.state == TargetState::Reached && property_.error_functions.is_error_call(*status.target))
      monitor_.decided(status);
  }

private:
  Monitor& monitor_;
  const Property& property_;
};

// The same, with the conditions of a verifier for which the constructs are errors.
class CarefulWithCheckpoints : public Careful {
public:
  CarefulWithCheckpoints(Monitor& monitor, const Property& property) : Careful(monitor, property), monitor_(monitor) {}
  bool wants_checkpoint() override { return monitor_.wants_checkpoint(); }
  void checkpoint(const exchange::Gia& known) override { monitor_.checkpoint(known); }

private:
  Monitor& monitor_;
};

Outcome only_reached(Outcome outcome, const Property& property) {
  std::erase_if(outcome.targets, [&](const TargetStatus& status) {
    return status.state != TargetState::Reached || !property.error_functions.is_error_call(*status.target);
  });
  return outcome;
}

// Where the call is through a pointer, the function is not known.
bool is_error(const Property& property, const Counterexample& found) {
  return found.target != nullptr && property.error_functions.is_error_call(*found.target);
}

// An error that is a construct, as an open question.
Outcome without_error(const Task& task, Outcome outcome) {
  if (outcome.verdict != Verdict::False) return outcome;
  Outcome result = unknown(outcome.counterexample && outcome.counterexample->target != nullptr
                               ? not_understood_text(task.program, *outcome.counterexample->target)
                               : "a construct that is not understood is reached");
  // What was written so far may call the construct an error.
  result.gia = task.condition != nullptr
                   ? *task.condition
                   : exchange::gia_of_everything(exchange::Accept::Candidate,
                                                 exchange::gia_header(task.program, task.property, "tandem"));
  result.statistics = std::move(outcome.statistics);
  result.partners = std::move(outcome.partners);
  // Their FALSE is about the construct.
  for (Contribution& partner : result.partners)
    if (partner.verdict == Verdict::False) {
      partner.verdict = Verdict::Unknown;
      partner.what = result.reason;
    }
  return result;
}

// Whatever the constructs do, there is no error that they could lead to; assembly might name one, though. Checks that
// hold on the paths which are understood may fail on others.
bool has_no_error(const Task& task) {
  return task.property.checks.empty() && std::ranges::none_of(task.program.functions(), [&](const Function* function) {
           return task.property.error_functions.contains(*function) || function->source_name() == assembly_function;
         });
}

} // namespace

Outcome Understood::run(const Task& task, Monitor& monitor) {
  Outcome outcome = decide(task, monitor);
  if (outcome.verdict == Verdict::Unknown) return outcome;
  for (std::string& assumption : program_assumptions(task.program, task.property, outcome.verdict))
    outcome.assumptions.push_back(std::move(assumption));
  std::ranges::sort(outcome.assumptions);
  const auto repeated = std::ranges::unique(outcome.assumptions);
  outcome.assumptions.erase(repeated.begin(), repeated.end());
  if (outcome.verdict == Verdict::True && !has_something_to_check(task.program, task.property))
    outcome.reason = task.property.checks.empty() ? nothing_to_check : no_check_is_left;
  return outcome;
}

Outcome Understood::decide(const Task& task, Monitor& monitor) {
  const RemainingLimits remaining(task.limits);
  Task careful = task;
  careful.property = understood_property(task.program, task.property);
  if (careful.property.error_functions == task.property.error_functions || has_no_error(task))
    return make_(task.property)->run(task, monitor);
  CarefulWithCheckpoints doubting(monitor, task.property);
  Outcome outcome = make_(careful.property)->run(careful, doubting);
  if (outcome.verdict == Verdict::True) return outcome;
  outcome = only_reached(std::move(outcome), task.property);
  if (outcome.verdict == Verdict::False && outcome.counterexample && is_error(task.property, *outcome.counterexample))
    return outcome;
  outcome = without_error(task, std::move(outcome));
  Task plain = task;
  plain.limits = remaining.now();
  if (monitor.should_stop() || !is_enough_to_try(plain.limits)) return outcome;
  monitor.progress(outcome.reason + "; looks for an error that does not need it");
  Careful quiet(monitor, task.property);
  Outcome before = make_(task.property)->run(plain, quiet);
  if (before.verdict == Verdict::False) return only_reached(std::move(before), task.property);
  return outcome;
}

} // namespace tandem::task
