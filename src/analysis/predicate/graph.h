// The part of the abstract reachability graph that has abstractions: one node for the start of each block on each
// abstract path. The edges inside blocks belong to the blocks.
#pragma once

#include "analysis/abstraction/precision.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

using NodeNumber = std::uint32_t;

enum class Status : std::uint8_t { Waiting, Expanded, Covered, Removed };

struct Node {
  static constexpr NodeNumber none = ~NodeNumber{0};

  abstraction::ProductPoint point;
  abstraction::Entry entry;
  smt::Term abstraction;
  reach::StatePtr counts = nullptr; // of the domain of limits, if there is one
  NodeNumber parent = none;
  std::uint32_t exit = 0; // of the parent's block
  Status status = Status::Waiting;
  // Of a covered node: the nodes that cover it together. Of other nodes: those that cover a part of it.
  std::vector<NodeNumber> covered_by;
  smt::Term rest = abstraction;                 // the part that no other node covers: the block begins there
  const abstraction::Block* block = nullptr;    // once expanded
  std::map<std::uint32_t, NodeNumber> children; // by exit
  std::map<std::uint32_t, std::string> open;    // exits that stay open, with reasons
};

class Graph {
public:
  NodeNumber add(Node node);
  Node& operator[](NodeNumber number) { return nodes_[number]; }
  const Node& operator[](NodeNumber number) const { return nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }

  // The nodes of a point that are not removed, in order of creation.
  const std::vector<NodeNumber>& at(const abstraction::ProductPoint& point) { return at_[point.key()]; }
  void cover(NodeNumber covered, std::vector<NodeNumber> by);
  // The given nodes cover what is not in the rest. They must have been expanded before.
  void cover_partly(NodeNumber covered, std::vector<NodeNumber> by, smt::Term rest);
  // From the start to the node, itself included.
  std::vector<NodeNumber> path_to(NodeNumber node) const;
  // Removes the node and its descendants. Returns the nodes that wait again: those it covered, even in part, and its
  // parent.
  std::set<NodeNumber> remove(NodeNumber node);

private:
  void stand_for(NodeNumber covered, std::vector<NodeNumber> by);
  void uncover(NodeNumber covered);
  void remove_below(NodeNumber node, std::set<NodeNumber>& waiting);
  // Resets the nodes that the removed node covered in part, and returns their children, which are to be removed.
  std::vector<NodeNumber> begin_anew(NodeNumber removed, std::set<NodeNumber>& waiting);

  std::deque<Node> nodes_;
  std::map<std::tuple<std::uint32_t, reach::StackId, std::uint32_t>, std::vector<NodeNumber>> at_;
  std::map<NodeNumber, std::set<NodeNumber>> covers_;
};

} // namespace tandem::analysis::predicate
