// How much time a step has: points at which it ends, so that what one step leaves over is there for the next.
#pragma once

#include "cooperate/strategy.h"

#include <chrono>
#include <optional>

namespace tandem::cooperate {

class Budget {
public:
  using Clock = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;

  // All of a task's time, but for what is needed to answer.
  explicit Budget(const task::Limits& limits, milliseconds reporting_reserve);

  // Of a step inside. CPU time counts from the beginning of the strategy.
  Budget of(const StrategyStep& step, milliseconds cpu_used) const;

  task::Limits left(milliseconds cpu_used) const;
  bool is_over(milliseconds cpu_used) const;

private:
  Budget() = default;

  std::optional<Clock::time_point> wall_end_;
  std::optional<milliseconds> cpu_end_;
  std::optional<std::uint64_t> memory_;
};

// What is kept of a task's time to put the answer together.
Budget::milliseconds reporting_reserve(const task::Limits& limits);

// Of this process: combining automata and passing facts on counts, too.
Budget::milliseconds own_cpu_time();

} // namespace tandem::cooperate
