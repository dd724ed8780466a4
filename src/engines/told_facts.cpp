#include "engines/told_facts.h"

#include "analysis/invariants/invariants.h"
#include "task/monitors.h"
#include "tool/told_invariants.h"

#include <chrono>
#include <thread>

namespace tandem::engines {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

// Stops after a while.
class Deadline : public task::ForwardingMonitor {
public:
  Deadline(task::Monitor& outer, milliseconds time) : ForwardingMonitor(outer), end_(Clock::now() + time) {}
  bool should_stop() override { return ForwardingMonitor::should_stop() || Clock::now() > end_; }

private:
  Clock::time_point end_;
};

} // namespace

std::vector<exchange::LocationInvariant> proved_again(const task::Task& task,
                                                      const std::vector<exchange::LocationInvariant>& candidates,
                                                      task::Monitor& monitor) {
  constexpr milliseconds longest{2'000};
  Deadline deadline(monitor, longest);
  const task::Task whole{.program = task.program, .property = task.property, .limits = task.limits};
  return analysis::invariants::find_invariants(whole, deadline,
                                               {.where_open = analysis::invariants::WhereOpen::Refuse,
                                                .guessing = analysis::invariants::Guessing::None,
                                                .given = candidates})
      .in_program();
}

// The first facts come through a pipe, a moment after the start.
analysis::conditional::ToldFacts told_facts(const task::Task& task, task::Monitor& monitor) {
  constexpr milliseconds moment{60}, interval{10};
  const task::Task whole{.program = task.program, .property = task.property, .limits = task.limits};
  tool::ToldInvariants known(whole, proved_again);
  const Clock::time_point end = Clock::now() + moment;
  while (!known.listen(whole, monitor) && Clock::now() < end && !monitor.should_stop())
    std::this_thread::sleep_for(interval);
  return {known.all(), known.partners()};
}

} // namespace tandem::engines
