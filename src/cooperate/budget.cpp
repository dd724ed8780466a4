// A budget is kept as points at which time ends, not as amounts: a step that ends early leaves its time to the next one
// without any bookkeeping. Wall time ends at a point of the clock, CPU time at a sum over all partners since the
// strategy began, so that partners that run side by side share it. A share is taken of what is left when the step
// starts.

#include "cooperate/budget.h"

#include <algorithm>
#include <ctime>

namespace tandem::cooperate {
namespace {

// With less time than this, starting a partner is not worth while.
constexpr Budget::milliseconds least{50};

template <typename Value> void tighten(std::optional<Value>& limit, const Value& other) {
  if (!limit || other < *limit) limit = other;
}

Budget::milliseconds part(Budget::milliseconds whole, double share) {
  return Budget::milliseconds(static_cast<long long>(static_cast<double>(whole.count()) * share));
}

} // namespace

Budget::Budget(const task::Limits& limits, milliseconds reporting_reserve) {
  if (limits.memory) memory_ = *limits.memory - *limits.memory / 8; // a partner ends before all do
  if (limits.wall) wall_end_ = Clock::now() + std::max(*limits.wall - reporting_reserve, least);
  if (limits.cpu) cpu_end_ = std::max(*limits.cpu - reporting_reserve, least);
}

Budget Budget::of(const StrategyStep& step, milliseconds cpu_used) const {
  Budget inner = *this;
  const Clock::time_point now = Clock::now();
  if (step.share && wall_end_)
    inner.wall_end_ = now + part(std::chrono::duration_cast<milliseconds>(*wall_end_ - now), *step.share);
  if (step.share && cpu_end_) inner.cpu_end_ = cpu_used + part(*cpu_end_ - cpu_used, *step.share);
  if (step.limits.wall) tighten(inner.wall_end_, now + *step.limits.wall);
  if (step.limits.cpu) tighten(inner.cpu_end_, cpu_used + *step.limits.cpu);
  if (step.limits.memory) tighten(inner.memory_, *step.limits.memory);
  return inner;
}

task::Limits Budget::left(milliseconds cpu_used) const {
  task::Limits limits{.memory = memory_};
  if (wall_end_) limits.wall = std::max(std::chrono::duration_cast<milliseconds>(*wall_end_ - Clock::now()), least);
  if (cpu_end_) limits.cpu = std::max(*cpu_end_ - cpu_used, least);
  return limits;
}

bool Budget::is_over(milliseconds cpu_used) const {
  return (wall_end_ && Clock::now() + least >= *wall_end_) || (cpu_end_ && cpu_used + least >= *cpu_end_);
}

// A part of the task's time, within bounds.
Budget::milliseconds reporting_reserve(const task::Limits& limits) {
  constexpr Budget::milliseconds least_reserve{250}, most{1000};
  constexpr int part = 10;
  const auto all =
      std::min(limits.cpu.value_or(Budget::milliseconds::max()), limits.wall.value_or(Budget::milliseconds::max()));
  return std::clamp(all / part, least_reserve, most);
}

Budget::milliseconds own_cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return Budget::milliseconds(now.tv_sec * 1000 + now.tv_nsec / 1'000'000);
}

} // namespace tandem::cooperate
