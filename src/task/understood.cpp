#include "task/understood.h"

#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"
#include "program/model/not_understood.h"
#include "task/assumptions.h"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>

namespace tandem::task {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

milliseconds time_of(const timeval& time) { return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000); }

// Of this process and its children that have ended.
milliseconds cpu_time() {
  milliseconds sum{0};
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    sum += time_of(used.ru_utime) + time_of(used.ru_stime);
  }
  return sum;
}

class Stopwatch {
public:
  Limits left_of(Limits limits) const {
    if (limits.cpu) *limits.cpu -= cpu_time() - cpu_;
    if (limits.wall) *limits.wall -= std::chrono::duration_cast<milliseconds>(Clock::now() - wall_);
    return limits;
  }

private:
  Clock::time_point wall_ = Clock::now();
  milliseconds cpu_ = cpu_time();
};

bool is_enough(const Limits& limits) {
  constexpr milliseconds least{500};
  return limits.cpu.value_or(least) >= least && limits.wall.value_or(least) >= least;
}

// What a verifier knows that takes paths to end at the constructs is not known about the program.
class WithoutCheckpoints : public Monitor {
public:
  explicit WithoutCheckpoints(Monitor& monitor) : monitor_(monitor) {}
  bool should_stop() override { return monitor_.should_stop(); }
  void progress(std::string_view text) override { monitor_.progress(text); }

private:
  Monitor& monitor_;
};

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

// Whatever the constructs do, there is no error that they could lead to; assembly might name one, though.
bool has_no_error(const Task& task) {
  return std::ranges::none_of(task.program.functions(), [&](const Function* function) {
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
    outcome.reason = nothing_to_check;
  return outcome;
}

Outcome Understood::decide(const Task& task, Monitor& monitor) {
  const Stopwatch watch;
  Task careful = task;
  careful.property = understood_property(task.program, task.property);
  if (careful.property.error_functions == task.property.error_functions || has_no_error(task))
    return make_(task.property)->run(task, monitor);
  Outcome outcome = make_(careful.property)->run(careful, monitor);
  if (outcome.verdict == Verdict::True) return outcome;
  if (outcome.verdict == Verdict::False && outcome.counterexample && is_error(task.property, *outcome.counterexample))
    return outcome;
  outcome = without_error(task, std::move(outcome));
  Task plain = task;
  plain.limits = watch.left_of(task.limits);
  if (monitor.should_stop() || !is_enough(plain.limits)) return outcome;
  monitor.progress(outcome.reason + "; looks for an error that does not need it");
  WithoutCheckpoints quiet(monitor);
  Outcome before = make_(task.property)->run(plain, quiet);
  if (before.verdict == Verdict::False) return before;
  return outcome;
}

} // namespace tandem::task
