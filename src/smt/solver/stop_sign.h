// Tells a running check to end: its time or memory limit is reached, or it was interrupted. Solvers poll it.
#pragma once

#include "smt/solver/solver.h"

#include <atomic>
#include <chrono>
#include <string>

namespace tandem::smt {

class StopSign {
public:
  void set_limits(const CheckLimits& limits) { limits_ = limits; }
  const CheckLimits& limits() const { return limits_; }

  // A check begins.
  void start();
  // Must the check end? Cheap enough to be polled every few microseconds. Once true, it stays true until the next
  // start.
  bool raised() noexcept;
  // Why it was raised, as CheckResult::reason; empty when it was not.
  std::string reason() const;
  // Safe in signal handlers and other threads.
  void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }
  // What is left of the wall time; a day when there is no limit.
  std::chrono::milliseconds remaining() const;

private:
  enum class Cause : int { None, Time, Memory, Interrupted };
  using Clock = std::chrono::steady_clock;

  CheckLimits limits_;
  Clock::time_point end_;
  std::atomic<bool> interrupted_ = false;
  std::atomic<Cause> cause_ = Cause::None;
  Clock::time_point next_look_; // at memory use
};

// Resident memory of this process.
std::uint64_t memory_in_use() noexcept;

} // namespace tandem::smt
