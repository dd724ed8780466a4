// A state of the component is a set of nodes of the product that is folded, followed by subset construction. At a fold
// location the set is replaced by the location's block, which holds all reachable nodes of that location in the
// function instances concerned; between fold locations the sets stay as precise as the product. Loop heads are folded
// only at nodes behind the given number of iterations: a breadth-first search computes the fewest back edges on any
// path to each node.

#include "transform/reduce/fold.h"

#include "base/core/require.h"
#include "program/graph/loops.h"

#include <algorithm>

namespace tandem::transform::reduce {

FoldComponent::FoldComponent(const Product& product, FoldAt at, std::uint32_t iterations)
    : product_(product), at_(at), least_iterations_(at == FoldAt::Everywhere ? 0 : iterations),
      reach_(reachable(product)) {
  for (std::size_t i = 0; i < product.instances.size(); ++i) {
    const Product::Instance& instance = product.instances[i];
    for (std::size_t k = 0; k < instance.exits.size(); ++k) exit_position_[instance.exits[k]] = k;
    if (reach_.instances[i] && instance.entry != no_node) entries_[instance.function].push_back(instance.entry);
  }
  find_fold_locations();
  if (least_iterations_ > 0) find_iterations();
  find_blocks();
}

void FoldComponent::find_fold_locations() {
  is_fold_location_.assign(product_.program->locations().size(), at_ == FoldAt::Everywhere);
  is_back_edge_.assign(product_.program->edges().size(), false);
  if (at_ == FoldAt::Everywhere) return;
  for (const Function* function : product_.program->functions()) {
    if (!function->has_body()) continue;
    const graph::LoopForest forest(*function);
    for (const graph::Loop& loop : forest.loops()) {
      for (const Location* header : loop.headers) is_fold_location_[header->id] = true;
      for (const Edge* edge : loop.back_edges) is_back_edge_[edge->id] = true;
    }
  }
}

void FoldComponent::visit_iterations(NodeId id, std::vector<std::vector<NodeId>>& levels, std::uint32_t level) {
  const Product::Node& node = product_.nodes[id];
  const auto go = [&](NodeId next, std::uint32_t cost) {
    if (next == no_node || !reach_.nodes[next] || iterations_[next] <= level + cost) return;
    iterations_[next] = level + cost;
    levels[level + cost].push_back(next);
  };
  const bool is_decision = node.kind == Product::Kind::Decide;
  for (std::size_t i = 0; i < 2; ++i)
    go(node.next[i], !is_decision && i < node.location->out.size() && is_back_edge_[node.location->out[i]->id] ? 1 : 0);
  if (!product_.has_call(node)) return;
  for (const NodeId after : product_.calls[node.call].after)
    go(after, is_back_edge_[node.location->out[0]->id] ? 1 : 0);
}

// Breadth-first search in levels of iterations, up to least_iterations_.
void FoldComponent::find_iterations() {
  iterations_.assign(product_.nodes.size(), least_iterations_);
  std::vector<std::vector<NodeId>> levels(least_iterations_ + 2);
  for (std::size_t i = 0; i < product_.instances.size(); ++i) {
    const NodeId entry = product_.instances[i].entry;
    if (entry == no_node || !reach_.instances[i]) continue;
    iterations_[entry] = 0;
    levels[0].push_back(entry);
  }
  for (std::uint32_t level = 0; level < least_iterations_; ++level)
    for (std::size_t i = 0; i < levels[level].size(); ++i) {
      const NodeId id = levels[level][i];
      if (iterations_[id] == level) visit_iterations(id, levels, level);
    }
}

void FoldComponent::find_blocks() {
  for (NodeId id = 0; id < product_.nodes.size(); ++id) {
    const Product::Node& node = product_.nodes[id];
    if (!reach_.nodes[id] || node.kind == Product::Kind::Decide || !is_fold_location_[node.location->id]) continue;
    if (least_iterations_ > 0 && iterations_[id] < least_iterations_) continue;
    blocks_[std::uint64_t{node.instance} << 32 | node.location->id].push_back(id);
  }
}

std::size_t FoldComponent::MembersHash::operator()(const Members& members) const {
  std::size_t hash = members.size();
  for (const NodeId member : members) hash = (hash ^ member) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return hash;
}

ComponentState FoldComponent::intern(Members members) {
  std::ranges::sort(members);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (!members.empty() && members.back() == no_node) members.pop_back();
  if (members.empty()) return ended;
  const auto [found, is_new] = index_.try_emplace(std::move(members), static_cast<ComponentState>(sets_.size()));
  if (is_new) sets_.push_back(found->first);
  return found->second;
}

ComponentState FoldComponent::unobserved(const Function& function) {
  return intern({product_.instances[product_.by_address.at(&function)].entry});
}

ComponentState FoldComponent::enter(const Function& function, ComponentState state) {
  if (at_ == FoldAt::LoopHeads || state == ended) return state;
  return gathered(entries_.at(&function));
}

// Members with different conditions would require a case for each combination of their truth values. Instead, all
// conditions of such a set are treated as nondeterministic, which keeps more paths.
ComponentState FoldComponent::gathered(Members members) {
  std::erase(members, no_node);
  const Expr* condition = nullptr;
  bool has_several = false;
  for (const NodeId member : members) {
    const Expr* asked = product_.nodes[member].condition;
    has_several = has_several || (asked != nullptr && condition != nullptr && asked != condition);
    if (asked != nullptr) condition = asked;
  }
  if (!has_several) return intern(std::move(members));
  Members decided;
  while (!members.empty()) {
    const Product::Node& node = product_.nodes[members.back()];
    if (node.kind != Product::Kind::Decide) decided.push_back(members.back());
    members.pop_back();
    if (node.kind != Product::Kind::Decide) continue;
    for (const NodeId next : node.next)
      if (next != no_node) members.push_back(next);
  }
  return intern(std::move(decided));
}

ProductComponent::Decision FoldComponent::decide(ComponentState state) {
  Decision result;
  for (const NodeId member : sets_[state])
    if (const Expr* condition = product_.nodes[member].condition) result.condition = condition;
  if (result.condition == nullptr) return result;
  Members yes, no;
  for (const NodeId member : sets_[state]) {
    const Product::Node& node = product_.nodes[member];
    yes.push_back(node.condition != nullptr ? node.next[0] : member);
    no.push_back(node.condition != nullptr ? node.next[1] : member);
  }
  result.yes = gathered(std::move(yes));
  result.no = gathered(std::move(no));
  return result;
}

ComponentState FoldComponent::arrive(ComponentState entry, const Location& location, ComponentState state) {
  if (!is_fold_location_[location.id]) return state;
  Members members;
  for (const NodeId member : sets_[state])
    if (least_iterations_ > 0 && iterations_[member] < least_iterations_) members.push_back(member);
  if (members.size() == sets_[state].size()) return state;
  for (const NodeId first : sets_[entry]) {
    const auto found = blocks_.find(std::uint64_t{product_.nodes[first].instance} << 32 | location.id);
    if (found != blocks_.end()) members.insert(members.end(), found->second.begin(), found->second.end());
  }
  return intern(std::move(members));
}

ComponentState FoldComponent::after(ComponentState state, const Edge& edge) {
  const std::size_t position = edge.from->out[0] == &edge ? 0 : 1;
  Members members;
  for (const NodeId member : sets_[state]) {
    const Product::Node& node = product_.nodes[member];
    if (edge.op.kind == OpKind::Return)
      members.push_back(node.kind == Product::Kind::Return ? member : no_node);
    else if (product_.has_call(node))
      members.push_back(product_.instances[product_.calls[node.call].callee].entry);
    else
      members.push_back(node.next[position]);
  }
  return gathered(std::move(members));
}

ComponentState FoldComponent::leave(ComponentState state) {
  Members members;
  for (const NodeId member : sets_[state]) members.push_back(product_.nodes[member].next[0]);
  return gathered(std::move(members));
}

ComponentState FoldComponent::back(ComponentState at_call, const Edge& /*call*/, ComponentState at_exit) {
  Members members;
  for (const NodeId member : sets_[at_call]) {
    const Product::Node& node = product_.nodes[member];
    if (!product_.has_call(node)) continue;
    const Product::Call& call = product_.calls[node.call];
    for (const NodeId exit : sets_[at_exit])
      if (product_.nodes[exit].instance == call.callee) members.push_back(call.after[exit_position_.at(exit)]);
  }
  return gathered(std::move(members));
}

} // namespace tandem::transform::reduce
