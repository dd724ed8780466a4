// What is left of a task's limits, for actors that run others one after the other.
#pragma once

#include "task/limits.h"

#include <chrono>

namespace tandem::task {

class RemainingLimits {
public:
  // From now on.
  explicit RemainingLimits(Limits limits);

  // CPU time is that of this process and of its children that have ended.
  Limits now() const;

private:
  Limits limits_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::milliseconds cpu_;
};

// Less time is not worth another attempt.
bool is_enough_to_try(const Limits& limits);

} // namespace tandem::task
