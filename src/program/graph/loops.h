// The loops of a function and their nesting, whether written with while, for, do or goto, reducible or not.
//
// Follows Steensgaard ("Sequentializing Program Dependence Graphs for Irreducible Programs", 1993): a loop is a
// maximal strongly connected set of locations; its headers are all locations at which it can be entered; without the
// edges that lead back to them, the strongly connected sets that remain inside are the inner loops. A loop with one
// header is a natural loop. Time is linear for each level of nesting.
#pragma once

#include "program/graph/graph.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace tandem {
struct Edge;
} // namespace tandem

namespace tandem::graph {

struct Loop {
  std::uint32_t id = 0;    // index in LoopForest::loops()
  std::uint32_t depth = 1; // 1 for an outermost loop
  const Loop* parent = nullptr;
  std::vector<const Loop*> children;
  std::vector<const Location*> headers; // in reverse post-order, like all the lists below; at least one
  std::vector<const Location*> members; // of inner loops too
  std::vector<const Edge*> entry_edges; // from outside; none if it is only entered at the function's entry
  std::vector<const Edge*> back_edges;  // from a member to a header
  std::vector<const Edge*> exit_edges;  // from a member to outside

  bool is_reducible() const { return headers.size() == 1; }
};

class LoopForest {
public:
  explicit LoopForest(const Function& function);
  LoopForest(const LoopForest&) = delete;
  LoopForest& operator=(const LoopForest&) = delete;
  LoopForest(LoopForest&&) = default;

  // Outer loops come before the loops inside them.
  const std::deque<Loop>& loops() const { return loops_; }
  // The innermost loop around a location, or nullptr.
  const Loop* innermost(const Location& location) const { return innermost_[node_of(location)]; }
  bool contains(const Loop& loop, const Location& location) const;
  // The loop that has this header, or nullptr; a location is header of one loop at most.
  const Loop* headed(const Location& location) const { return headed_[node_of(location)]; }
  bool is_back_edge(const Edge& edge) const;
  bool is_reducible() const;

private:
  using Nodes = std::vector<Graph::Node>;

  void add_loop(const Function& function, Nodes members, Loop* parent);
  void find_inner(const Function& function, const Graph& graph, const Nodes& nodes, Loop* parent);

  std::deque<Loop> loops_;
  std::vector<const Loop*> innermost_, headed_;
  // While the forest is built: positions in the set that is searched, and the loops still to be searched.
  std::vector<std::uint32_t> position_;
  std::vector<std::pair<Nodes, Loop*>> open_;
};

} // namespace tandem::graph
