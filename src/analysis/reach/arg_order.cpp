// The order in which nodes are expanded, and the paths that lead to them.
//
// Reverse post-order follows the weak topological order of every function (Bourdoncle, FMPA 1993), callees before what
// follows the call: with merging, a loop is stable before anything after it is explored. The worklist is then a heap,
// otherwise a stack or a queue.

#include "analysis/reach/arg.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::analysis::reach {

const graph::WeakOrder& Arg::weak_order(const Function& function) {
  auto& slot = orders_[&function];
  if (!slot) slot = std::make_unique<graph::WeakOrder>(function);
  return *slot;
}

bool Arg::is_loop_head(const Location& location) {
  return weak_order(*location.function).headed_component(location) >= 0;
}

// The positions of the calls on the stack, outermost first.
const std::vector<std::uint32_t>& Arg::order_of(StackId stack) {
  if (stack >= stack_orders_.size()) stack_orders_.resize(stacks_.size());
  std::vector<std::uint32_t>& result = stack_orders_[stack];
  if (result.size() == stacks_.depth(stack)) return result;
  std::vector<std::uint32_t> made;
  for (StackId at = stack; at != CallStacks::bottom; at = stacks_.caller(at)) {
    const Location& call = *stacks_.call(at)->from;
    made.push_back(weak_order(*call.function).position(call));
  }
  std::reverse(made.begin(), made.end());
  return stack_orders_[stack] = std::move(made);
}

bool Arg::comes_before(NodeId a, NodeId b) {
  const ControlPoint &left = nodes_[a].at, &right = nodes_[b].at;
  const auto position = [&](const ControlPoint& at) {
    return weak_order(*at.location->function).position(*at.location);
  };
  if (left.stack == right.stack) {
    const std::uint32_t x = position(left), y = position(right);
    return x != y ? x < y : a < b;
  }
  std::vector<std::uint32_t> x = order_of(left.stack), y = order_of(right.stack);
  x.push_back(position(left));
  y.push_back(position(right));
  return x != y ? x < y : a < b;
}

void Arg::push(NodeId id) {
  waiting_.push_back(id);
  if (options_.order == Order::ReversePostOrder)
    std::push_heap(waiting_.begin(), waiting_.end(), [&](NodeId a, NodeId b) { return comes_before(b, a); });
}

std::optional<NodeId> Arg::pop() {
  if (first_waiting_ == waiting_.size()) {
    waiting_.clear();
    first_waiting_ = 0;
    return std::nullopt;
  }
  if (options_.order == Order::BreadthFirst) return waiting_[first_waiting_++];
  if (options_.order == Order::ReversePostOrder)
    std::pop_heap(waiting_.begin(), waiting_.end(), [&](NodeId a, NodeId b) { return comes_before(b, a); });
  const NodeId next = waiting_.back();
  waiting_.pop_back();
  return next;
}

// Paths.

std::vector<Arg::PathStep> Arg::path_to(NodeId node) const {
  std::vector<PathStep> path;
  for (NodeId at = node; at != root; at = nodes_[at].parent) {
    const NodeId parent = nodes_[at].parent;
    const auto& out = nodes_[parent].out;
    const auto edge = std::find_if(out.begin(), out.end(), [&](const ArgEdge& one) { return one.target == at; });
    if (edge == out.end()) return shortest_path_to(node); // merging redirected the parent's edges
    path.push_back({parent, &*edge});
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<Arg::PathStep> Arg::shortest_path_to(NodeId node) const {
  std::vector<std::optional<PathStep>> before(nodes_.size());
  std::vector<NodeId> queue{root};
  for (std::size_t i = 0; i < queue.size() && !before[node]; ++i)
    for (const ArgEdge& edge : nodes_[queue[i]].out) {
      if (edge.target == root || before[edge.target]) continue;
      before[edge.target] = PathStep{queue[i], &edge};
      queue.push_back(edge.target);
    }
  std::vector<PathStep> path;
  for (NodeId at = node; at != root && before[at]; at = before[at]->from) path.push_back(*before[at]);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<const Edge*> Arg::program_path_to(NodeId node) const {
  std::vector<const Edge*> edges;
  for (const PathStep& step : path_to(node))
    if (step.edge->kind != TransferKind::Return) edges.push_back(step.edge->edge);
  if (const Edge* call = direct_error_call(*nodes_[node].at.location)) edges.push_back(call);
  return edges;
}

} // namespace tandem::analysis::reach
