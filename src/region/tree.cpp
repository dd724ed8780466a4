// Built from the loop forest of each function, outer loops first. Dead ends, from which neither the exit nor a loop is
// reachable, are on no cycle and thus in no loop; each is assigned to the loop that all its predecessors belong to, in
// reverse post-order.

#include "region/tree.h"

#include "program/graph/loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::region {

namespace {

bool by_id(const Location* a, const Location* b) { return a->id < b->id; }

// By node_of(): whether a path from the location reaches the function's exit or a loop.
std::vector<bool> goes_on(const Function& function, const graph::LoopForest& loops) {
  std::vector<bool> result(function.locations().size(), false);
  std::vector<const Location*> work;
  const auto add = [&](const Location& location) {
    if (result[graph::node_of(location)]) return;
    result[graph::node_of(location)] = true;
    work.push_back(&location);
  };
  add(function.exit());
  for (const graph::Loop& loop : loops.loops())
    for (const Location* member : loop.members) add(*member);
  while (!work.empty()) {
    const Location& location = *work.back();
    work.pop_back();
    for (const Edge* edge : location.in) add(*edge->from);
  }
  return result;
}

// Adds the dead ends all of whose predecessors are in the set.
void add_dead_ends(const Function& function, const std::vector<bool>& goes_on,
                   std::set<const Location*, bool (*)(const Location*, const Location*)>& members) {
  // Dead ends are on no cycle, so in reverse post-order their predecessors come before them.
  for (const Location* location : function.locations()) {
    if (goes_on[graph::node_of(*location)] || location->in.empty() || location == &function.entry()) continue;
    if (std::ranges::all_of(location->in, [&](const Edge* edge) { return members.contains(edge->from); }))
      members.insert(location);
  }
}

// Whether the loop is a region: its head is its only entry.
bool is_entered_at_head_only(const graph::Loop& loop) {
  if (!loop.is_reducible()) return false;
  const std::set<const Location*> members(loop.members.begin(), loop.members.end());
  const Location* head = loop.headers.front();
  return std::ranges::all_of(loop.members, [&](const Location* location) {
    if (location == head) return true;
    return location != &location->function->entry() &&
           std::ranges::all_of(location->in, [&](const Edge* edge) { return members.contains(edge->from); });
  });
}

} // namespace

bool Node::contains(const Location& location) const {
  return std::binary_search(locations.begin(), locations.end(), &location, by_id);
}

std::vector<const Edge*> Node::edges() const {
  std::vector<const Edge*> result;
  for (const Location* location : locations) result.insert(result.end(), location->out.begin(), location->out.end());
  return result;
}

RegionTree::RegionTree(const Program& program, const pointers::CallGraph& calls)
    : program_(&program), calls_(&calls), functions_(program.functions().size()),
      innermost_(program.locations().size()) {
  for (const Function* function : program.functions())
    if (function->has_body() && calls.is_reachable(*function)) add_function(*function);
}

void RegionTree::add_function(const Function& function) {
  Node& whole = nodes_.emplace_back();
  whole.id = static_cast<std::uint32_t>(nodes_.size() - 1);
  whole.function = &function;
  whole.head = &function.entry();
  whole.locations = function.locations();
  for (const Edge* call : calls_->calls_of(function))
    if (calls_->is_reachable(call->function())) whole.callers.push_back(call);
  functions_[function.id()] = &whole;
  for (const Location* location : whole.locations) innermost_[location->id] = &whole;
  add_loops(function, whole);
}

void RegionTree::add_loops(const Function& function, Node& whole) {
  const graph::LoopForest loops(function);
  const std::vector<bool> on = goes_on(function, loops);
  std::map<const graph::Loop*, Node*> made;
  for (const graph::Loop& loop : loops.loops()) {
    Node* parent = loop.parent == nullptr ? &whole : made.at(loop.parent);
    if (!is_entered_at_head_only(loop)) {
      made[&loop] = parent;
      continue;
    }
    std::set<const Location*, bool (*)(const Location*, const Location*)> members(loop.members.begin(),
                                                                                  loop.members.end(), by_id);
    add_dead_ends(function, on, members);
    Node& node = nodes_.emplace_back();
    node.id = static_cast<std::uint32_t>(nodes_.size() - 1);
    node.function = &function;
    node.head = loop.headers.front();
    node.parent = parent;
    node.locations.assign(members.begin(), members.end());
    parent->children.push_back(&node);
    made[&loop] = &node;
    // Outer loops come before inner ones, so the innermost one is assigned last.
    for (const Location* location : node.locations) innermost_[location->id] = &node;
  }
}

} // namespace tandem::region
