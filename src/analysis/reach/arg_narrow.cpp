// Decreasing iteration on a finished graph (Cousot, Cousot, POPL 1977). As long as the states contain all reachable
// ones, so does what their predecessors' transfers give; so every state may be replaced by that, in any order, and the
// iteration may stop at any time. One pass in weak topological order recovers most of what widening lost.

#include "analysis/reach/arg.h"

#include <algorithm>
#include <numeric>

namespace tandem::analysis::reach {

TransferStep Arg::step_of(NodeId source, const ArgEdge& edge) const {
  const ControlPoint from = nodes_[source].at;
  return {.kind = edge.kind, .edge = edge.edge, .from = from, .to = nodes_[edge.target].at, .callee = edge.callee};
}

// The join of the transfers along the incoming edges; nothing if a successor fits no node that the edge led to before
// (a domain whose transfer is not monotone), nullptr if there is no successor at all.
std::optional<StatePtr> Arg::recomputed(NodeId id, const std::vector<InEdge>& in) {
  StatePtr result;
  const ControlPoint& at = nodes_[id].at;
  for (const InEdge& from : in) {
    const std::vector<ArgEdge>& out = nodes_[from.source].out;
    const ArgEdge& edge = out[from.index];
    for (Successor& successor : domain_.post(nodes_[from.source].state, step_of(from.source, edge))) {
      const auto takes = [&](NodeId node) {
        return nodes_[node].at == at && domain_.covers(*nodes_[node].state, *successor.state, at);
      };
      if (!takes(id)) {
        const bool is_others = std::any_of(out.begin(), out.end(), [&](const ArgEdge& other) {
          return other.edge == edge.edge && other.kind == edge.kind && takes(other.target);
        });
        if (!is_others) return std::nullopt;
        continue;
      }
      if (result) {
        StatePtr joined = domain_.join(result, successor.state, {at, false, 0});
        if (!joined) return std::nullopt;
        result = std::move(joined);
      } else {
        result = std::move(successor.state);
      }
    }
  }
  return result;
}

void Arg::decreasing_iteration(const std::function<bool()>& should_stop) {
  std::vector<std::vector<InEdge>> in(nodes_.size());
  for (NodeId id = 0; id < nodes_.size(); ++id)
    for (std::size_t i = 0; i < nodes_[id].out.size(); ++i) in[nodes_[id].out[i].target].push_back({id, i});
  std::vector<NodeId> order(nodes_.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return comes_before(a, b); });
  for (const NodeId id : order) {
    if (should_stop && should_stop()) break;
    ArgNode& node = nodes_[id];
    if (id == root || node.status == NodeStatus::Removed || node.status == NodeStatus::Verified) continue;
    std::erase_if(in[id], [&](const InEdge& from) { return nodes_[from.source].status == NodeStatus::Removed; });
    const std::optional<StatePtr> now = recomputed(id, in[id]);
    if (!now) continue;
    if (*now == nullptr) {
      node.status = NodeStatus::Removed;
      node.out.clear();
    } else {
      node.state = domain_.narrow(node.state, *now, {node.at, is_loop_head(*node.at.location), node.merges});
    }
  }
  drop_unreachable();
}

// Removes edges to removed nodes, and nodes that only those led to.
void Arg::drop_unreachable() {
  std::vector<bool> reached(nodes_.size(), false);
  std::vector<NodeId> work{root};
  reached[root] = true;
  while (!work.empty()) {
    ArgNode& node = nodes_[work.back()];
    work.pop_back();
    std::erase_if(node.out, [&](const ArgEdge& edge) { return nodes_[edge.target].status == NodeStatus::Removed; });
    for (const ArgEdge& edge : node.out) {
      if (reached[edge.target]) continue;
      reached[edge.target] = true;
      work.push_back(edge.target);
    }
  }
  for (NodeId id = 0; id < nodes_.size(); ++id)
    if (!reached[id]) {
      nodes_[id].status = NodeStatus::Removed;
      nodes_[id].out.clear();
    }
}

} // namespace tandem::analysis::reach
