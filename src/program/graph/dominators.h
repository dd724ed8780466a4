// Dominators and post-dominators: Lengauer and Tarjan (1979) in the variant with path compression only, O(m log n) on
// every graph, without recursion. (The iterative algorithm of Cooper, Harvey and Kennedy needs quadratic time where
// many branches of a long chain meet in one location, as in large switches.)
#pragma once

#include "program/graph/graph.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tandem {
struct Location;
} // namespace tandem

namespace tandem::graph {

class DominatorTree {
public:
  static constexpr Graph::Node none = std::numeric_limits<Graph::Node>::max();

  DominatorTree(const Graph& graph, Graph::Node root);

  Graph::Node root() const { return root_; }
  bool is_reachable(Graph::Node node) const { return first_[node] != none; }
  // The immediate dominator; none for the root and for unreachable nodes.
  Graph::Node parent(Graph::Node node) const { return parent_[node]; }
  std::span<const Graph::Node> children(Graph::Node node) const { return children_.successors(node); }
  // Reflexive, in constant time. False if either node cannot be reached.
  bool dominates(Graph::Node above, Graph::Node below) const {
    return is_reachable(above) && is_reachable(below) && first_[above] <= first_[below] && last_[below] <= last_[above];
  }
  // Reachable nodes so that each comes after its parent.
  const std::vector<Graph::Node>& order() const { return order_; }

private:
  Graph::Node root_;
  std::vector<Graph::Node> parent_;
  Graph children_;
  std::vector<Graph::Node> order_;
  std::vector<std::uint32_t> first_, last_; // positions in order_: the node, and the last one below it
};

// Every path from the entry to b passes through a.
class Dominators {
public:
  explicit Dominators(const Function& function);

  // nullptr for the entry and for an exit that is not reachable.
  const Location* parent(const Location& location) const;
  bool dominates(const Location& above, const Location& below) const;
  const DominatorTree& tree() const { return tree_; } // over node_of()

private:
  const Function* function_;
  DominatorTree tree_;
};

// Every path from b that cannot be extended passes through a. Paths end in the function's exit, in locations without
// outgoing edges, and may stay forever in a loop that has no exit: each location of such a loop counts as an end.
class PostDominators {
public:
  explicit PostDominators(const Function& function) : PostDominators(function, {}) {}
  // Paths may also end in these locations without taking their edges.
  PostDominators(const Function& function, std::span<const Location* const> may_end);

  // nullptr where only the common end of all paths follows.
  const Location* parent(const Location& location) const;
  bool dominates(const Location& later, const Location& earlier) const;
  // Over node_of(), and one more node, the root, that stands for the end of all paths.
  const DominatorTree& tree() const { return tree_; }

private:
  const Function* function_;
  DominatorTree tree_;
};

} // namespace tandem::graph
