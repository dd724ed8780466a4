#include "task/remaining_limits.h"

#include <sys/resource.h>

namespace tandem::task {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

milliseconds time_of(const timeval& time) { return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000); }

milliseconds cpu_time() {
  milliseconds sum{0};
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    sum += time_of(used.ru_utime) + time_of(used.ru_stime);
  }
  return sum;
}

} // namespace

RemainingLimits::RemainingLimits(Limits limits) : limits_(limits), begin_(Clock::now()), cpu_(cpu_time()) {}

Limits RemainingLimits::now() const {
  Limits left = limits_;
  if (left.cpu) *left.cpu -= cpu_time() - cpu_;
  if (left.wall) *left.wall -= std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
  return left;
}

bool is_enough_to_try(const Limits& limits) {
  constexpr milliseconds least{500};
  return limits.cpu.value_or(least) >= least && limits.wall.value_or(least) >= least;
}

} // namespace tandem::task
