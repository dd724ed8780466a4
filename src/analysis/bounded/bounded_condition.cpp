// The automaton is the reachability graph of a domain that counts iterations and nothing else: values play no role,
// since the proof covers every path within the bound. Targets met within it are marked verified. Counting unfolds
// nested loops to bound^depth nodes, so if the graph for the bound is too large, smaller bounds (16, 4, 1) are exported
// instead.

#include "analysis/bounded/bounded_condition.h"

#include "analysis/reach/arg.h"
#include "analysis/reach/arg_gia.h"
#include "exchange/combine/minimise.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

namespace tandem::analysis::bounded {

namespace {

// The loops around a control point, in all activations, each with its number of iterations.
struct LoopIteration {
  reach::StackId stack = 0;
  std::uint32_t head = 0; // Location::id
  std::uint32_t count = 0;
  friend bool operator==(const LoopIteration&, const LoopIteration&) = default;
};

class IterationCounts : public reach::DomainState {
public:
  std::vector<LoopIteration> active;
};

const IterationCounts& of(const reach::DomainState& state) { return static_cast<const IterationCounts&>(state); }

// Counts as the unwinding does: iterations since the loop was entered, forgotten when it is left.
class IterationCountDomain : public reach::Domain {
public:
  explicit IterationCountDomain(std::uint32_t bound) : bound_(bound) {}

  reach::StatePtr initial(const reach::ControlPoint&) override { return std::make_shared<IterationCounts>(); }

  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override {
    if (step.kind == reach::TransferKind::Call) return {{state, {}}};
    auto next = std::make_shared<IterationCounts>(of(*state));
    if (step.kind == reach::TransferKind::Return)
      std::erase_if(next->active, [&](const LoopIteration& iteration) { return iteration.stack == step.from.stack; });
    // The edge of a call is taken when the callee returns; it may be the back edge of a loop.
    go(*next, step);
    return {{std::move(next), {}}};
  }

  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint&) override {
    return of(larger).active == of(smaller).active;
  }

  std::uint64_t hash(const reach::DomainState& state) override {
    std::uint64_t result = 0;
    for (const LoopIteration& iteration : of(state).active)
      result =
          (result ^ (std::uint64_t{iteration.head} << 32 | iteration.count) ^ iteration.stack) * 0x9e3779b97f4a7c15u;
    return result;
  }

  reach::ExplorationStatus exploration_status(const reach::DomainState& state, const reach::ControlPoint&) override {
    for (const LoopIteration& iteration : of(state).active)
      if (iteration.count > bound_) return reach::ExplorationStatus::cut_off("beyond the bound");
    return reach::ExplorationStatus::open();
  }

private:
  void go(IterationCounts& iterations, const reach::TransferStep& step) {
    const graph::WeakOrder& around = order(step.edge->function());
    const std::uint32_t to = around.position(*step.to.location);
    std::erase_if(iterations.active, [&](const LoopIteration& iteration) {
      if (iteration.stack != step.to.stack) return false;
      const graph::LoopComponent& loop = component(around, iteration.head);
      return to < loop.first || to > loop.last;
    });
    if (around.headed_component(*step.to.location) < 0 || !around.is_back_edge(*step.edge)) return;
    const std::uint32_t head = step.to.location->id;
    const auto known =
        std::find_if(iterations.active.begin(), iterations.active.end(), [&](const LoopIteration& iteration) {
          return iteration.stack == step.to.stack && iteration.head == head;
        });
    if (known != iterations.active.end())
      ++known->count;
    else
      iterations.active.push_back({step.to.stack, head, 1});
  }

  static const graph::LoopComponent& component(const graph::WeakOrder& around, std::uint32_t head) {
    return *std::find_if(around.components().begin(), around.components().end(),
                         [&](const graph::LoopComponent& loop) { return loop.head->id == head; });
  }

  const graph::WeakOrder& order(const Function& function) {
    auto& slot = orders_[&function];
    if (!slot) slot = std::make_unique<graph::WeakOrder>(function);
    return *slot;
  }

  std::uint32_t bound_;
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
};

std::optional<exchange::Gia> within(const Program& program, const pointers::AliasPartition& aliases,
                                    std::uint32_t bound, const ErrorFunctions& error_functions,
                                    const exchange::GiaHeader& header) {
  reach::CallStacks stacks(program.entry());
  IterationCountDomain domain(bound);
  reach::ArgOptions options{.order = reach::Order::DepthFirst,
                            .at_target = reach::AtTarget::Collect,
                            .recursion_bound = bound + 1,
                            .target_free = reach::TargetFree::Close};
  options.error_functions = error_functions;
  reach::Arg graph(program, aliases, stacks, domain, std::move(options));
  constexpr std::size_t most_nodes = 20'000;
  if (graph.explore([&] { return graph.nodes().size() > most_nodes; }) != reach::Arg::Pause::Done) return std::nullopt;
  // Unreachable within the bound, as the unwinding has proved.
  for (reach::NodeId id = 0; id < graph.nodes().size(); ++id)
    if (graph.nodes()[id].status == reach::NodeStatus::Target) graph.mark_verified(id);
  const std::vector<bool> closed = graph.closed_nodes();
  if (std::find(closed.begin(), closed.end(), true) == closed.end()) return std::nullopt;
  return exchange::combine::minimised(reach::gia_of(graph, header));
}

} // namespace

std::optional<exchange::Gia> condition_within(const Program& program, std::uint32_t bound,
                                              const ErrorFunctions& error_functions, exchange::GiaHeader header) {
  const pointers::AliasPartition aliases(program);
  // A smaller bound is proved as well.
  for (const std::uint32_t tried : {std::min(bound, 16u), std::min(bound, 4u), std::min(bound, 1u)})
    if (auto condition = within(program, aliases, tried, error_functions, header)) return condition;
  return std::nullopt;
}

} // namespace tandem::analysis::bounded
