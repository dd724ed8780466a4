// Counters per loop and per edge are persistent maps, so that a step copies O(log n). The largest count ever reached is
// kept besides, since a loop's own counter is reset when the loop is entered again. Joining takes the minimum: a path
// is cut off only if all paths merged with it would be.

#include "analysis/reach/bounds_domain.h"

#include <algorithm>
#include <string>

namespace tandem::analysis::reach {

namespace {

using Counters = PersistentMap<std::uint32_t>;

class Counts : public DomainState {
public:
  std::uint32_t length = 0, assumes = 0;
  std::uint32_t most_iterations = 0, most_repetitions = 0; // the largest values the counters below ever had
  Counters iterations;                                     // by stack and head
  Counters repetitions;                                    // by edge
};

const Counts& of(const DomainState& state) { return static_cast<const Counts&>(state); }

std::uint32_t count(Counters& counters, std::uint64_t key) {
  const std::uint32_t* known = counters.find(key);
  const std::uint32_t next = known != nullptr ? *known + 1 : 1;
  counters.set(key, next);
  return next;
}

bool at_most(const Counters& a, const Counters& b) {
  bool result = true;
  Counters::merge(a, b, [&](std::uint64_t, const std::uint32_t* x, const std::uint32_t* y) {
    result = result && (x == nullptr || (y != nullptr && *x <= *y));
    return std::optional<std::uint32_t>();
  });
  return result;
}

Counters least(const Counters& a, const Counters& b) {
  return Counters::merge(
      a, b, [](std::uint64_t, const std::uint32_t* x, const std::uint32_t* y) -> std::optional<std::uint32_t> {
        if (x == nullptr || y == nullptr) return std::nullopt;
        return std::min(*x, *y);
      });
}

} // namespace

const graph::WeakOrder& BoundsDomain::order(const Function& function) {
  auto& slot = orders_[&function];
  if (!slot) slot = std::make_unique<graph::WeakOrder>(function);
  return *slot;
}

StatePtr BoundsDomain::initial(const ControlPoint&) { return std::make_shared<Counts>(); }

std::vector<Successor> BoundsDomain::post(const StatePtr& state, const TransferStep& step) {
  auto next = std::make_shared<Counts>(of(*state));
  // A call is counted when it enters the callee; but its edge, which may close a loop, is only taken when it returns.
  const bool counts = step.kind != TransferKind::Return;
  if (limits_.path_length && counts) ++next->length;
  if (limits_.assume_edges && step.edge->op.kind == OpKind::Assume) ++next->assumes;
  if (limits_.edge_repetitions && counts)
    next->most_repetitions = std::max(next->most_repetitions, count(next->repetitions, step.edge->id));
  if (limits_.loop_iterations && step.kind != TransferKind::Call) {
    const graph::WeakOrder& around = order(step.edge->function());
    const std::uint64_t loop = std::uint64_t{step.to.stack} << 32 | step.to.location->id;
    if (around.headed_component(*step.to.location) >= 0) {
      if (around.is_back_edge(*step.edge))
        next->most_iterations = std::max(next->most_iterations, count(next->iterations, loop));
      else
        next->iterations.erase(loop);
    }
  }
  return {{std::move(next), {}}};
}

bool BoundsDomain::covers(const DomainState& larger, const DomainState& smaller, const ControlPoint&) {
  const Counts &a = of(larger), &b = of(smaller);
  return a.length <= b.length && a.assumes <= b.assumes && a.most_iterations <= b.most_iterations &&
         a.most_repetitions <= b.most_repetitions && at_most(a.iterations, b.iterations) &&
         at_most(a.repetitions, b.repetitions);
}

StatePtr BoundsDomain::join(const StatePtr& older, const StatePtr& newer, const MergePoint&) {
  const Counts &a = of(*older), &b = of(*newer);
  auto result = std::make_shared<Counts>();
  result->length = std::min(a.length, b.length);
  result->assumes = std::min(a.assumes, b.assumes);
  result->most_iterations = std::min(a.most_iterations, b.most_iterations);
  result->most_repetitions = std::min(a.most_repetitions, b.most_repetitions);
  result->iterations = least(a.iterations, b.iterations);
  result->repetitions = least(a.repetitions, b.repetitions);
  return result;
}

ExplorationStatus BoundsDomain::exploration_status(const DomainState& state, const ControlPoint&) {
  const Counts& counts = of(state);
  const auto beyond = [](std::uint32_t value, std::optional<std::uint32_t> limit) { return limit && value > *limit; };
  if (beyond(counts.length, limits_.path_length))
    return ExplorationStatus::cut_off("paths longer than " + std::to_string(*limits_.path_length) + " edges");
  if (beyond(counts.assumes, limits_.assume_edges))
    return ExplorationStatus::cut_off("paths with more than " + std::to_string(*limits_.assume_edges) + " branches");
  if (beyond(counts.most_iterations, limits_.loop_iterations))
    return ExplorationStatus::cut_off("loops with more than " + std::to_string(*limits_.loop_iterations) +
                                      " iterations");
  if (beyond(counts.most_repetitions, limits_.edge_repetitions))
    return ExplorationStatus::cut_off("edges taken more than " + std::to_string(*limits_.edge_repetitions) + " times");
  return ExplorationStatus::open();
}

} // namespace tandem::analysis::reach
