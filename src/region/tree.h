// Regions and how they nest: parts of a function that are entered at one location only, so that an assertion which
// holds in such a part for every state at its entry holds in the program. "Verification by Gambling on Program Slices"
// (Akhundov, Mora, Feng, Hui, Chechik), section 3.1.
//
// A region is a whole function, or one iteration of a loop: the loop's locations without the edges back to its head,
// and the dead ends (where errors are reported) that only the loop leads to. Differences to the paper: a loop with
// several headers is not a region of its own but part of the enclosing one, so that arbitrary control flow is
// supported; and a function is a child of the region of each of its calls, so that the tree is a graph where functions
// are shared.
#pragma once

#include "program/model/program.h"
#include "program/pointers/call_graph.h"

#include <deque>
#include <vector>

namespace tandem::region {

struct Node {
  std::uint32_t id = 0; // index in RegionTree::nodes()
  const Function* function = nullptr;
  const Location* head = nullptr; // its only entry
  const Node* parent = nullptr;   // the enclosing region in the same function; nullptr for a whole function
  std::vector<const Node*> children;
  std::vector<const Location*> locations; // in reverse post-order, including those of inner regions
  // Of a whole function: the calls that may enter it.
  std::vector<const Edge*> callers;

  bool is_function() const { return parent == nullptr; }
  bool contains(const Location& location) const;
  // The edges that one execution of the region may take: all that leave its locations, including those back to its
  // head.
  std::vector<const Edge*> edges() const;
};

class RegionTree {
public:
  // Only functions that are reachable from the program's entry have regions.
  RegionTree(const Program& program, const pointers::CallGraph& calls);
  RegionTree(const RegionTree&) = delete;
  RegionTree& operator=(const RegionTree&) = delete;

  const Program& program() const { return *program_; }
  const pointers::CallGraph& calls() const { return *calls_; }
  // A function's own node, then its loops, outer ones first; functions in the order of their ids.
  const std::deque<Node>& nodes() const { return nodes_; }
  const Node& root() const { return *of(program_->entry()); }
  // nullptr if the function is unreachable.
  const Node* of(const Function& function) const { return functions_[function.id()]; }
  const Node* innermost(const Location& location) const { return innermost_[location.id]; }

private:
  void add_function(const Function& function);
  void add_loops(const Function& function, Node& whole);

  const Program* program_;
  const pointers::CallGraph* calls_;
  std::deque<Node> nodes_;
  std::vector<const Node*> functions_; // by function id
  std::vector<const Node*> innermost_; // by location id
};

} // namespace tandem::region
