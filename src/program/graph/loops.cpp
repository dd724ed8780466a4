// Strongly connected components are computed again inside each loop, without the edges to its headers, until none is
// left; a work list replaces recursion over the nesting depth. Inner loops are found with positions in the member
// list, so that each level costs time linear in its members and their edges.

#include "program/graph/loops.h"

#include "program/graph/scc.h"
#include "program/model/program.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tandem::graph {

namespace {

constexpr std::uint32_t outside = std::numeric_limits<std::uint32_t>::max();

} // namespace

LoopForest::LoopForest(const Function& function)
    : innermost_(function.locations().size(), nullptr), headed_(function.locations().size(), nullptr),
      position_(function.locations().size(), outside) {
  const Graph graph = control_flow_graph(function);
  Nodes all(graph.size());
  std::iota(all.begin(), all.end(), 0u);
  open_.emplace_back(std::move(all), nullptr);
  while (!open_.empty()) {
    const auto [nodes, parent] = std::move(open_.back());
    open_.pop_back();
    find_inner(function, graph, nodes, parent);
  }
  for (Loop& loop : loops_)
    if (loop.parent != nullptr) loops_[loop.parent->id].children.push_back(&loop);
}

// The loops among `nodes`, which are the members of `parent`, when the edges back to the parent's headers are left out.
void LoopForest::find_inner(const Function& function, const Graph& graph, const Nodes& nodes, Loop* parent) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) position_[nodes[i]] = i;
  std::vector<Graph::Arc> arcs;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    for (Graph::Node to : graph.successors(nodes[i]))
      if (position_[to] != outside && (parent == nullptr || headed_[to] != parent)) arcs.emplace_back(i, position_[to]);
  for (Graph::Node node : nodes) position_[node] = outside;

  const Components components(Graph(nodes.size(), arcs));
  // Components are numbered in reverse topological order; going backwards lists earlier loops first.
  for (auto component = static_cast<std::uint32_t>(components.count()); component-- > 0;) {
    if (!components.is_cyclic(component)) continue;
    Nodes members;
    for (Graph::Node node : components.members(component)) members.push_back(nodes[node]);
    add_loop(function, std::move(members), parent);
  }
}

void LoopForest::add_loop(const Function& function, Nodes members, Loop* parent) {
  Loop& loop = loops_.emplace_back();
  loop.id = static_cast<std::uint32_t>(loops_.size() - 1);
  loop.parent = parent;
  loop.depth = parent == nullptr ? 1 : parent->depth + 1;
  for (Graph::Node node : members) {
    innermost_[node] = &loop;
    position_[node] = 0;
    loop.members.push_back(function.locations()[node]);
  }
  const auto is_inside = [this](const Location& location) { return position_[node_of(location)] != outside; };
  for (const Location* location : loop.members) {
    bool is_header = location == &function.entry();
    for (const Edge* edge : location->in) {
      if (is_inside(*edge->from)) continue;
      is_header = true;
      loop.entry_edges.push_back(edge);
    }
    for (const Edge* edge : location->out)
      if (!is_inside(*edge->to)) loop.exit_edges.push_back(edge);
    if (!is_header) continue;
    loop.headers.push_back(location);
    headed_[node_of(*location)] = &loop;
  }
  for (const Location* location : loop.members)
    for (const Edge* edge : location->out)
      if (headed_[node_of(*edge->to)] == &loop) loop.back_edges.push_back(edge);
  for (Graph::Node node : members) position_[node] = outside;
  open_.emplace_back(std::move(members), &loop);
}

bool LoopForest::contains(const Loop& loop, const Location& location) const {
  const Loop* at = innermost(location);
  while (at != nullptr && at->depth > loop.depth) at = at->parent;
  return at == &loop;
}

bool LoopForest::is_back_edge(const Edge& edge) const {
  const Loop* loop = headed(*edge.to);
  return loop != nullptr && contains(*loop, *edge.from);
}

bool LoopForest::is_reducible() const {
  return std::all_of(loops_.begin(), loops_.end(), [](const Loop& loop) { return loop.is_reducible(); });
}

} // namespace tandem::graph
