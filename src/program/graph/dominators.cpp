// Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1979, the simple version. All
// work happens on depth-first numbers; path compression uses an explicit stack. Queries compare intervals of a
// preorder of the tree. Post-dominators are dominators of the reversed graph with one extra root that precedes all
// ends; every location of a strongly connected component without an exit counts as an end, so that the root reaches
// everything.

#include "program/graph/dominators.h"

#include "program/graph/scc.h"
#include "program/model/program.h"

#include <algorithm>

namespace tandem::graph {

namespace {

constexpr Graph::Node none = DominatorTree::none;

// The algorithm works on depth-first numbers; number 0 is the root.
class LengauerTarjan {
public:
  LengauerTarjan(const Graph& graph, Graph::Node root) : number_(graph.size(), none), graph_(graph) { visit(root); }

  std::vector<Graph::Node> parents() {
    find_semidominators();
    std::vector<Graph::Node> result(graph_.size(), none);
    for (std::uint32_t w = 1; w < node_.size(); ++w) {
      if (dominator_[w] != semi_[w]) dominator_[w] = dominator_[dominator_[w]];
      result[node_[w]] = node_[dominator_[w]];
    }
    return result;
  }

private:
  void visit(Graph::Node root) {
    struct Frame {
      std::uint32_t number, next_successor;
    };
    std::vector<Frame> stack;
    const auto enter = [&](Graph::Node node, std::uint32_t parent) {
      number_[node] = static_cast<std::uint32_t>(node_.size());
      node_.push_back(node);
      parent_.push_back(parent);
      stack.push_back({number_[node], 0});
    };
    enter(root, none);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back().number;
      const auto successors = graph_.successors(node_[at]);
      if (stack.back().next_successor == successors.size()) {
        stack.pop_back();
        continue;
      }
      const Graph::Node to = successors[stack.back().next_successor++];
      if (number_[to] == none) enter(to, at);
    }
  }

  void find_semidominators() {
    const auto count = static_cast<std::uint32_t>(node_.size());
    const Graph predecessors = graph_.reversed();
    dominator_.assign(count, 0);
    ancestor_.assign(count, none);
    for (std::uint32_t w = 0; w < count; ++w) {
      semi_.push_back(w);
      label_.push_back(w);
    }
    // The nodes whose semidominator a node is, as linked lists.
    std::vector<std::uint32_t> bucket(count, none), next_in_bucket(count, none);
    for (std::uint32_t w = count; w-- > 1;) {
      for (Graph::Node from : predecessors.successors(node_[w]))
        if (number_[from] != none) semi_[w] = std::min(semi_[w], semi_[best(number_[from])]);
      next_in_bucket[w] = bucket[semi_[w]];
      bucket[semi_[w]] = w;
      const std::uint32_t parent = parent_[w];
      ancestor_[w] = parent;
      for (std::uint32_t v = bucket[parent]; v != none; v = next_in_bucket[v]) {
        const std::uint32_t u = best(v);
        dominator_[v] = semi_[u] < semi_[v] ? u : parent;
      }
      bucket[parent] = none;
    }
  }

  // The node with the smallest semidominator on the path from v to the root of v's tree, excluding that root.
  std::uint32_t best(std::uint32_t v) {
    if (ancestor_[v] == none) return v;
    path_.clear();
    for (std::uint32_t at = v; ancestor_[ancestor_[at]] != none; at = ancestor_[at]) path_.push_back(at);
    while (!path_.empty()) {
      const std::uint32_t at = path_.back();
      path_.pop_back();
      const std::uint32_t above = ancestor_[at];
      if (semi_[label_[above]] < semi_[label_[at]]) label_[at] = label_[above];
      ancestor_[at] = ancestor_[above];
    }
    return label_[v];
  }

  std::vector<std::uint32_t> number_; // of a node
  std::vector<Graph::Node> node_;     // of a number
  std::vector<std::uint32_t> parent_, semi_, label_, ancestor_, dominator_, path_;
  const Graph& graph_;
};

Graph tree_of(const std::vector<Graph::Node>& parents) {
  std::vector<Graph::Arc> arcs;
  for (Graph::Node node = 0; node < parents.size(); ++node)
    if (parents[node] != none) arcs.emplace_back(parents[node], node);
  return Graph(parents.size(), arcs);
}

Graph backward_graph(const Function& function, std::span<const Location* const> may_end) {
  const Graph forward = control_flow_graph(function);
  const auto end = static_cast<Graph::Node>(forward.size());
  std::vector<Graph::Arc> arcs;
  for (Graph::Node node = 0; node < end; ++node)
    for (Graph::Node to : forward.successors(node)) arcs.emplace_back(to, node);
  const Components components(forward);
  std::vector<bool> has_exit(components.count(), false);
  for (Graph::Node node = 0; node < end; ++node)
    for (Graph::Node to : forward.successors(node))
      if (components.component(to) != components.component(node)) has_exit[components.component(node)] = true;
  for (Graph::Node node = 0; node < end; ++node)
    if (!has_exit[components.component(node)]) arcs.emplace_back(end, node);
  for (const Location* location : may_end) arcs.emplace_back(end, node_of(*location));
  return Graph(end + 1, arcs);
}

} // namespace

DominatorTree::DominatorTree(const Graph& graph, Graph::Node root)
    : root_(root), parent_(LengauerTarjan(graph, root).parents()), children_(tree_of(parent_)),
      first_(graph.size(), none), last_(graph.size(), 0) {
  std::vector<Graph::Node> stack{root};
  while (!stack.empty()) {
    const Graph::Node node = stack.back();
    stack.pop_back();
    first_[node] = last_[node] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(node);
    const auto below = children_.successors(node);
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
  for (std::size_t i = order_.size(); i-- > 1;) {
    const Graph::Node above = parent_[order_[i]];
    last_[above] = std::max(last_[above], last_[order_[i]]);
  }
}

Dominators::Dominators(const Function& function) : function_(&function), tree_(control_flow_graph(function), 0) {}

const Location* Dominators::parent(const Location& location) const {
  const Graph::Node above = tree_.parent(node_of(location));
  return above == none ? nullptr : function_->locations()[above];
}

bool Dominators::dominates(const Location& above, const Location& below) const {
  return tree_.dominates(node_of(above), node_of(below));
}

PostDominators::PostDominators(const Function& function, std::span<const Location* const> may_end)
    : function_(&function),
      tree_(backward_graph(function, may_end), static_cast<Graph::Node>(function.locations().size())) {}

const Location* PostDominators::parent(const Location& location) const {
  const Graph::Node after = tree_.parent(node_of(location));
  return after == none || after == tree_.root() ? nullptr : function_->locations()[after];
}

bool PostDominators::dominates(const Location& later, const Location& earlier) const {
  return tree_.dominates(node_of(later), node_of(earlier));
}

} // namespace tandem::graph
