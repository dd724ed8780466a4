// Backward reachability from the nodes at which the goal is reached, through calls and exits, and removal of all other
// nodes. Calling contexts are not distinguished: an exit leads back to the call sites of all callers, which may keep
// more paths but never fewer.

#include "transform/reduce/focus.h"

#include "program/graph/graph.h"

namespace tandem::transform::reduce {

namespace {

graph::Graph backward_graph(const Product& product) {
  std::vector<graph::Graph::Arc> arcs;
  const auto add = [&arcs](NodeId from, NodeId to) {
    if (from != no_node && to != no_node) arcs.emplace_back(to, from);
  };
  for (NodeId id = 0; id < product.nodes.size(); ++id) {
    const Product::Node& node = product.nodes[id];
    for (const NodeId next : node.next) add(id, next);
    if (!product.has_call(node)) continue;
    const Product::Call& call = product.calls[node.call];
    const Product::Instance& callee = product.instances[call.callee];
    add(id, callee.entry);
    for (std::size_t k = 0; k < call.after.size(); ++k) add(callee.exits[k], call.after[k]);
  }
  return {product.nodes.size(), arcs};
}

} // namespace

// The product does not unfold endless empty loops; a path that enters one counts as found unless it is lost.
bool is_found(const Product::Node& node, const FocusGoal& goal) {
  const auto& out = node.location->out;
  const bool is_endless = node.kind == Product::Kind::Edges && out.size() == 1 && out[0]->op.kind == OpKind::Skip;
  return goal.is_found(node.state) || (is_endless && !goal.is_lost(node.state));
}

void focus(Product& product, const FocusGoal& goal) {
  const graph::Graph backwards = backward_graph(product);
  std::vector<bool> is_kept(product.nodes.size(), false);
  std::vector<NodeId> work;
  const auto keep = [&](NodeId id) {
    if (is_kept[id]) return;
    is_kept[id] = true;
    work.push_back(id);
  };
  for (NodeId id = 0; id < product.nodes.size(); ++id)
    if (is_found(product.nodes[id], goal)) keep(id);
  while (!work.empty()) {
    const NodeId id = work.back();
    work.pop_back();
    for (const NodeId before : backwards.successors(id)) keep(before);
  }
  const auto drop_unless_kept = [&is_kept](NodeId& node) {
    if (node != no_node && !is_kept[node]) node = no_node;
  };
  for (Product::Node& node : product.nodes)
    for (NodeId& next : node.next) drop_unless_kept(next);
  for (Product::Call& call : product.calls)
    for (NodeId& after : call.after) drop_unless_kept(after);
  for (Product::Instance& instance : product.instances) drop_unless_kept(instance.entry);
}

} // namespace tandem::transform::reduce
