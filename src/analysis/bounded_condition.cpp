#include "analysis/bounded_condition.h"

#include "analysis/arg.h"
#include "analysis/arg_gia.h"
#include "automata/minimise.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

namespace tandem::analysis {

namespace {

// The loops that the position is in, of all activations, each with its number of rounds.
struct Round {
  StackId stack = 0;
  std::uint32_t head = 0; // Location::id
  std::uint32_t count = 0;
  friend bool operator==(const Round&, const Round&) = default;
};

class Rounds : public DomainState {
public:
  std::vector<Round> active;
};

const Rounds& of(const DomainState& state) { return static_cast<const Rounds&>(state); }

// Like the bounds of unwinding: rounds count from the entry into a loop, and are forgotten when it is left.
class RoundsDomain : public Domain {
public:
  explicit RoundsDomain(std::uint32_t bound) : bound_(bound) {}

  StatePtr initial(const Position&) override { return std::make_shared<Rounds>(); }

  std::vector<Successor> post(const StatePtr& state, const Step& step) override {
    if (step.kind == StepKind::Enter) return {{state, {}}};
    auto next = std::make_shared<Rounds>(of(*state));
    if (step.kind == StepKind::Leave)
      std::erase_if(next->active, [&](const Round& round) { return round.stack == step.from.stack; });
    // The edge of a call is taken when the callee returns; it may well be the one that closes a loop.
    go(*next, step);
    return {{std::move(next), {}}};
  }

  bool covers(const DomainState& larger, const DomainState& smaller, const Position&) override {
    return of(larger).active == of(smaller).active;
  }

  std::uint64_t hash(const DomainState& state) override {
    std::uint64_t result = 0;
    for (const Round& round : of(state).active)
      result = (result ^ (std::uint64_t{round.head} << 32 | round.count) ^ round.stack) * 0x9e3779b97f4a7c15u;
    return result;
  }

  Standing standing(const DomainState& state, const Position&) override {
    for (const Round& round : of(state).active)
      if (round.count > bound_) return Standing::cut_off("beyond the bound");
    return Standing::open();
  }

private:
  void go(Rounds& rounds, const Step& step) {
    const WeakOrder& around = order(step.edge->function());
    const std::uint32_t to = around.position(*step.to.location);
    std::erase_if(rounds.active, [&](const Round& round) {
      if (round.stack != step.to.stack) return false;
      const LoopComponent& loop = component(around, round.head);
      return to < loop.first || to > loop.last;
    });
    if (around.headed_component(*step.to.location) < 0 || !around.is_back_edge(*step.edge)) return;
    const std::uint32_t head = step.to.location->id;
    const auto known = std::find_if(rounds.active.begin(), rounds.active.end(), [&](const Round& round) {
      return round.stack == step.to.stack && round.head == head;
    });
    if (known != rounds.active.end())
      ++known->count;
    else
      rounds.active.push_back({step.to.stack, head, 1});
  }

  static const LoopComponent& component(const WeakOrder& around, std::uint32_t head) {
    return *std::find_if(around.components().begin(), around.components().end(),
                         [&](const LoopComponent& loop) { return loop.head->id == head; });
  }

  const WeakOrder& order(const Function& function) {
    auto& slot = orders_[&function];
    if (!slot) slot = std::make_unique<WeakOrder>(function);
    return *slot;
  }

  std::uint32_t bound_;
  std::map<const Function*, std::unique_ptr<WeakOrder>> orders_;
};

std::optional<automata::Gia> within(const Program& program, const AliasPartition& aliases, std::uint32_t bound,
                                    const std::function<bool(const Function&)>& is_error,
                                    const automata::GiaHeader& header) {
  CallStacks stacks(program.entry());
  RoundsDomain domain(bound);
  ArgOptions options{.order = Order::DepthFirst,
                     .at_target = AtTarget::Collect,
                     .recursion_bound = bound + 1,
                     .behind_targets = BehindTargets::Settle};
  options.is_error = is_error;
  Arg graph(program, aliases, stacks, domain, std::move(options));
  constexpr std::size_t most_nodes = 20'000;
  if (graph.explore([&] { return graph.nodes().size() > most_nodes; }) != Arg::Pause::Done) return std::nullopt;
  // Within the bound nobody gets there.
  for (NodeId id = 0; id < graph.nodes().size(); ++id)
    if (graph.nodes()[id].status == NodeStatus::Target) graph.settle(id);
  const std::vector<bool> settled = graph.settled();
  if (std::find(settled.begin(), settled.end(), true) == settled.end()) return std::nullopt;
  return automata::minimised(gia_of(graph, header));
}

} // namespace

std::optional<automata::Gia> condition_within(const Program& program, std::uint32_t bound,
                                              const std::function<bool(const Function&)>& is_error,
                                              automata::GiaHeader header) {
  const AliasPartition aliases(program);
  // A smaller bound is proved as well.
  for (const std::uint32_t tried : {std::min(bound, 16u), std::min(bound, 4u), std::min(bound, 1u)})
    if (auto condition = within(program, aliases, tried, is_error, header)) return condition;
  return std::nullopt;
}

} // namespace tandem::analysis
