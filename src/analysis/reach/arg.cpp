// Expansion, coverage and merging follow the CPA algorithm (Beyer, Henzinger, Théoduloz, CAV 2007). States equal by
// hash are tried first for coverage, then the most recent nodes of the control point, up to a limit, so that a
// successor costs constant time where an exact search would be linear in the nodes of its point. A merge that enlarges
// an expanded node makes it wait again; its outgoing edges are recomputed.
//
// Closed nodes ("Conditional Model Checking", FSE 2012): a node is closed if it was expanded or verified, and all its
// successors are closed. Read as a greatest fixpoint, so that a loop whose nodes only lead to each other is closed:
// instead of iterating, we start from the open nodes and mark their predecessors open, once over each edge. Since a
// covered successor is an edge to the node that covers it, coverage needs no rule of its own. A target whose path was
// refuted is closed only as long as no other path leads to it.

#include "analysis/reach/arg.h"

#include "base/core/require.h"
#include "program/model/calling_convention.h"
#include "program/model/library.h"

#include <algorithm>
#include <span>

namespace tandem::analysis::reach {

Arg::Arg(const Program& program, const pointers::AliasPartition& aliases, CallStacks& stacks, Domain& domain,
         ArgOptions options)
    : program_(program), aliases_(aliases), stacks_(stacks), domain_(domain), options_(std::move(options)) {
  if (options_.target_free == TargetFree::Close)
    reach_.emplace(program, pointers::CallGraph(program, aliases), options_.error_functions);
  restart();
}

void Arg::restart() {
  nodes_.clear();
  waiting_.clear();
  first_waiting_ = 0;
  at_position_.clear();
  by_hash_.clear();
  reasons_.assign(1, "");
  reason_index_.clear();
  const ControlPoint start{&program_.entry().entry(), CallStacks::bottom};
  StatePtr state = domain_.initial(start);
  const std::uint64_t hash = domain_.hash(*state);
  register_state(add_node(root, start, std::move(state), NodeStatus::Waiting), hash);
}

Arg::Pause Arg::explore(const std::function<bool()>& should_stop) {
  constexpr std::uint64_t polling_interval = 16;
  while (const std::optional<NodeId> next = pop()) {
    ArgNode& node = nodes_[*next];
    if (node.status == NodeStatus::Target) {
      target_ = *next;
      return Pause::Target;
    }
    if (node.status != NodeStatus::Waiting) continue;
    if (++statistics_.expanded % polling_interval == 0 && should_stop && should_stop()) {
      push(*next);
      return Pause::Stopped;
    }
    expand(*next);
  }
  return Pause::Done;
}

// Successors.

void Arg::expand(NodeId id) {
  nodes_[id].out.clear();
  nodes_[id].status = NodeStatus::Expanded;
  const Location& here = *nodes_[id].at.location;
  if (&here == &here.function->exit()) return leave(id);
  for (const Edge* edge : here.out) expand_edge(id, *edge);
}

void Arg::leave(NodeId id) {
  const ControlPoint from = nodes_[id].at;
  const Edge* call = stacks_.call(from.stack);
  if (call == nullptr) return; // the end of the program
  successors(id, {.kind = TransferKind::Return,
                  .edge = call,
                  .from = from,
                  .to = {call->to, stacks_.caller(from.stack)},
                  .callee = from.location->function});
}

void Arg::expand_edge(NodeId id, const Edge& edge) {
  if (edge.op.kind == OpKind::Call) return expand_call(id, edge);
  const ControlPoint from = nodes_[id].at;
  successors(id, {.kind = TransferKind::Intraprocedural, .edge = &edge, .from = from, .to = {edge.to, from.stack}});
}

void Arg::expand_call(NodeId id, const Edge& edge) {
  if (edge.op.callee != nullptr) return expand_call_to(id, edge, *edge.op.callee);
  const auto callees = aliases_.callees(edge);
  if (callees.empty() || aliases_.may_call_external(edge)) {
    // External code that changes what it reaches may call the program's functions, too.
    if (aliases_.undefined_functions() == pointers::UndefinedFunctions::ChangeWhatTheyReach)
      return cut_off(id, "a call through a pointer that may lead anywhere, " + program_.text(edge.range.begin));
    const ControlPoint from = nodes_[id].at;
    successors(id, {.kind = TransferKind::Intraprocedural, .edge = &edge, .from = from, .to = {edge.to, from.stack}});
    if (nodes_[id].status != NodeStatus::Expanded) return;
  }
  for (const Function* callee : callees) {
    if (is_callable_by(*callee, edge.op, program_.data_model()) || options_.error_functions.contains(*callee))
      expand_call_to(id, edge, *callee);
    else
      expand_mismatch(id, edge, *callee);
    if (nodes_[id].status != NodeStatus::Expanded) return;
  }
  if (nodes_[id].out.empty() && aliases_.leaves_out_callees(edge))
    cut_off(id, "a call through a pointer of another type, " + program_.text(edge.range.begin));
}

void Arg::expand_call_to(NodeId id, const Edge& edge, const Function& callee) {
  const ControlPoint from = nodes_[id].at;
  TransferStep step{.kind = TransferKind::Intraprocedural,
                    .edge = &edge,
                    .from = from,
                    .to = {edge.to, from.stack},
                    .callee = &callee};
  if (options_.error_functions.contains(callee)) return successors(id, step, NodeStatus::Target);
  if (!callee.has_body()) {
    if (callee.does_not_return()) return;
    for (const pointers::AliasPartition::Callback& callback : aliases_.callbacks())
      if (callback.caller == &callee)
        return cut_off(id, "'" + callee.source_name() + "' calls functions of the program, " +
                               program_.text(edge.range.begin));
    if (const std::optional<std::string> obstacle = library_obstacle(callee))
      return cut_off(id, *obstacle + ", " + program_.text(edge.range.begin));
    return successors(id, std::move(step));
  }
  if (stacks_.activations(from.stack, callee) >= options_.recursion_bound)
    return cut_off(id, "recursion of '" + callee.source_name() + "' deeper than " +
                           std::to_string(options_.recursion_bound));
  step.kind = TransferKind::Call;
  step.to = {&callee.entry(), stacks_.push(from.stack, edge, callee)};
  successors(id, std::move(step));
}

// A function that takes its arguments otherwise than the call passes them.
void Arg::expand_mismatch(NodeId id, const Edge& edge, const Function& callee) {
  const ControlPoint from = nodes_[id].at;
  const TransferStep step{.kind = TransferKind::Call,
                          .edge = &edge,
                          .from = from,
                          .to = {edge.to, stacks_.push(from.stack, edge, callee)},
                          .callee = &callee};
  if (!domain_.post(nodes_[id].state, step).empty())
    cut_off(id, "a call of '" + callee.source_name() + "' through a pointer of another type, " +
                    program_.text(edge.range.begin));
}

void Arg::successors(NodeId id, TransferStep step, NodeStatus status) {
  const auto start = std::chrono::steady_clock::now();
  const StatePtr state = nodes_[id].state; // nodes_ may be reallocated
  std::vector<Successor> found = domain_.post(state, step);
  if (options_.post_limit && std::chrono::steady_clock::now() - start > *options_.post_limit)
    return cut_off(id, "a step took too long, " + program_.text(step.edge->range.begin));
  for (Successor& successor : found) add_successor(id, step, std::move(successor), status);
}

// Every cycle of the graph has a location where paths meet, or a call.
bool Arg::is_compared(const TransferStep& step) const {
  return options_.coverage == Coverage::Everywhere || step.kind == TransferKind::Call ||
         step.to.location->in.size() != 1;
}

void Arg::add_successor(NodeId parent, const TransferStep& step, Successor successor, NodeStatus status) {
  const bool compares = is_compared(step);
  const std::uint64_t hash = compares ? domain_.hash(*successor.state) : 0;
  std::optional<NodeId> target;
  if (compares && status == NodeStatus::Waiting) {
    target = find_covering(step.to, *successor.state, hash);
    if (target) ++statistics_.covered;
    if (!target) target = merge(step.to, successor.state);
  }
  if (!target) {
    target = add_node(parent, step.to, std::move(successor.state), status);
    if (compares) register_state(*target, hash);
  }
  nodes_[parent].out.push_back({step.kind, step.edge, step.callee, *target, std::move(successor.assumptions)});
}

std::optional<NodeId> Arg::find_covering(const ControlPoint& at, const DomainState& state, std::uint64_t hash) {
  const auto usable = [&](NodeId id) {
    const ArgNode& node = nodes_[id];
    return node.at == at && node.status != NodeStatus::Removed && node.status != NodeStatus::Refuted &&
           domain_.covers(*node.state, state, at);
  };
  const auto [first, last] = by_hash_.equal_range(hash ^ bucket(at) * 0x9e3779b97f4a7c15u);
  for (auto same = first; same != last; ++same)
    if (usable(same->second)) return same->second;
  const auto found = at_position_.find(bucket(at));
  if (found == at_position_.end()) return std::nullopt;
  std::uint32_t tried = 0;
  for (auto id = found->second.rbegin(); id != found->second.rend() && tried < options_.cover_candidates; ++id, ++tried)
    if (usable(*id)) return *id;
  return std::nullopt;
}

// The most recent nodes of the control point are tried first.
std::optional<NodeId> Arg::merge(const ControlPoint& at, const StatePtr& state) {
  const auto found = at_position_.find(bucket(at));
  if (found == at_position_.end()) return std::nullopt;
  std::uint32_t tried = 0;
  for (auto id = found->second.rbegin(); id != found->second.rend() && tried < options_.cover_candidates;
       ++id, ++tried) {
    ArgNode& node = nodes_[*id];
    if (node.status != NodeStatus::Waiting && node.status != NodeStatus::Expanded && node.status != NodeStatus::Target)
      continue;
    StatePtr joined = domain_.join(node.state, state, {at, is_loop_head(*at.location), node.merges});
    if (!joined) continue;
    if (domain_.covers(*node.state, *joined, at)) return *id;
    const std::uint64_t old_hash = domain_.hash(*node.state), hash = domain_.hash(*joined);
    node.state = std::move(joined);
    ++node.merges;
    ++statistics_.merges;
    if (hash != old_hash) by_hash_.emplace(hash ^ bucket(at) * 0x9e3779b97f4a7c15u, *id);
    if (node.status == NodeStatus::Expanded) {
      node.status = NodeStatus::Waiting;
      push(*id);
    }
    return *id;
  }
  return std::nullopt;
}

void Arg::register_state(NodeId id, std::uint64_t hash) {
  const ControlPoint& at = nodes_[id].at;
  by_hash_.emplace(hash ^ bucket(at) * 0x9e3779b97f4a7c15u, id);
  at_position_[bucket(at)].push_back(id);
}

NodeId Arg::add_node(NodeId parent, const ControlPoint& at, StatePtr state, NodeStatus status) {
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.at = at, .state = std::move(state), .parent = parent, .status = status});
  ++statistics_.nodes;
  classify(id);
  if (nodes_[id].status == NodeStatus::Waiting ||
      (nodes_[id].status == NodeStatus::Target && options_.at_target == AtTarget::Pause))
    push(id);
  return id;
}

void Arg::classify(NodeId id) {
  ArgNode& node = nodes_[id];
  ExplorationStatus exploration = domain_.exploration_status(*node.state, node.at);
  // A target node may be past the call that reached it.
  if (exploration.kind == ExplorationStatus::Kind::Verified ||
      (node.status == NodeStatus::Waiting && is_target_free(node.at))) {
    node.status = NodeStatus::Verified;
  } else if (const Edge* call = direct_error_call(*node.at.location)) {
    node.status = is_closed_after(node, *call) ? NodeStatus::Verified : NodeStatus::Target;
  } else if (exploration.kind == ExplorationStatus::Kind::CutOff && node.status == NodeStatus::Waiting) {
    node.status = NodeStatus::CutOff;
    node.reason = reason_index(std::move(exploration.reason));
  }
}

// A condition may exclude the error call itself.
bool Arg::is_closed_after(const ArgNode& node, const Edge& call) {
  const TransferStep step{.edge = &call, .from = node.at, .to = {call.to, node.at.stack}, .callee = call.op.callee};
  const std::vector<Successor> found = domain_.post(node.state, step);
  return !found.empty() && std::all_of(found.begin(), found.end(), [&](const Successor& one) {
    return domain_.exploration_status(*one.state, step.to).kind == ExplorationStatus::Kind::Verified;
  });
}

const Edge* Arg::direct_error_call(const Location& location) const {
  if (location.out.size() != 1) return nullptr;
  const Edge& edge = *location.out.front();
  return options_.error_functions.is_error_call(edge) ? &edge : nullptr;
}

// Changes by clients.

std::uint32_t Arg::reason_index(std::string reason) {
  const auto [found, is_new] =
      reason_index_.try_emplace(std::move(reason), static_cast<std::uint32_t>(reasons_.size()));
  if (is_new) reasons_.push_back(found->first);
  return found->second;
}

void Arg::cut_off(NodeId id, std::string reason) {
  nodes_[id].status = NodeStatus::CutOff;
  nodes_[id].reason = reason_index(std::move(reason));
  nodes_[id].out.clear();
}

void Arg::mark_verified(NodeId id) {
  nodes_[id].status = NodeStatus::Verified;
  nodes_[id].out.clear();
}

void Arg::refute(NodeId id) { nodes_[id].status = NodeStatus::Refuted; }

void Arg::remove(NodeId id) {
  if (id == root) return restart();
  const auto drop = [&](ArgNode& node) {
    node.status = NodeStatus::Removed;
    node.state = nullptr;
    node.out.clear();
  };
  drop(nodes_[id]);
  for (NodeId later = id + 1; later < nodes_.size(); ++later)
    if (nodes_[later].status != NodeStatus::Removed && nodes_[nodes_[later].parent].status == NodeStatus::Removed)
      drop(nodes_[later]);
  for (NodeId other = 0; other < nodes_.size(); ++other) {
    ArgNode& node = nodes_[other];
    const auto leads_to_removed = [&](const ArgEdge& edge) {
      return nodes_[edge.target].status == NodeStatus::Removed;
    };
    if (node.status != NodeStatus::Expanded || std::none_of(node.out.begin(), node.out.end(), leads_to_removed))
      continue;
    node.status = NodeStatus::Waiting;
    push(other);
  }
  for (auto& [key, ids] : at_position_)
    std::erase_if(ids, [&](NodeId gone) { return nodes_[gone].status == NodeStatus::Removed; });
  std::erase_if(by_hash_, [&](const auto& entry) { return nodes_[entry.second].status == NodeStatus::Removed; });
}

// Closed nodes.

namespace {

// The sources of the edges into each node, in one array (compressed sparse rows).
class Predecessors {
public:
  explicit Predecessors(const std::vector<ArgNode>& nodes) : first_(nodes.size() + 1, 0) {
    for (const ArgNode& node : nodes)
      for (const ArgEdge& edge : node.out) ++first_[edge.target + 1];
    for (NodeId id = 0; id < nodes.size(); ++id) first_[id + 1] += first_[id];
    sources_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (NodeId id = 0; id < nodes.size(); ++id)
      for (const ArgEdge& edge : nodes[id].out) sources_[next[edge.target]++] = id;
  }

  std::span<const NodeId> of(NodeId id) const {
    return std::span(sources_).subspan(first_[id], first_[id + 1] - first_[id]);
  }

private:
  std::vector<std::uint32_t> first_; // by node, and one more
  std::vector<NodeId> sources_;
};

// Whether exactly one path leads from the root to a node. Parents come before their children, so one pass suffices.
std::vector<bool> has_one_path(const std::vector<ArgNode>& nodes, const Predecessors& before) {
  std::vector<bool> result(nodes.size(), false);
  result[Arg::root] = before.of(Arg::root).empty();
  for (NodeId id = 1; id < nodes.size(); ++id) {
    const NodeId parent = nodes[id].parent;
    result[id] = before.of(id).size() == 1 && before.of(id)[0] == parent && result[parent];
  }
  return result;
}

} // namespace

std::vector<bool> find_closed_nodes(const std::vector<ArgNode>& nodes) {
  const Predecessors before(nodes);
  const std::vector<bool> one_path = has_one_path(nodes, before);
  std::vector<NodeId> open;
  std::vector<bool> result(nodes.size(), true);
  for (NodeId id = 0; id < nodes.size(); ++id) {
    const NodeStatus status = nodes[id].status;
    if (status == NodeStatus::Expanded || status == NodeStatus::Verified) continue;
    if (status == NodeStatus::Refuted && one_path[id]) continue;
    result[id] = false;
    if (status != NodeStatus::Removed) open.push_back(id);
  }
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (const NodeId source : before.of(id)) {
      if (!result[source]) continue;
      result[source] = false;
      open.push_back(source);
    }
  }
  return result;
}

} // namespace tandem::analysis::reach
