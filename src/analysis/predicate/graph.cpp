// Coverage is recorded in both directions, so that removing a node resets exactly the nodes that depend on it,
// transitively: a node that is covered in part by a reset node is reset as well, and its descendants are removed.
// Otherwise two nodes could end up covering each other, and a proof would be circular.

#include "analysis/predicate/graph.h"

#include <algorithm>
#include <iterator>

namespace tandem::analysis::predicate {

NodeNumber Graph::add(Node node) {
  const auto number = static_cast<NodeNumber>(nodes_.size());
  if (node.parent != Node::none) nodes_[node.parent].children[node.exit] = number;
  at_[node.point.key()].push_back(number);
  nodes_.push_back(std::move(node));
  return number;
}

void Graph::cover(NodeNumber covered, std::vector<NodeNumber> by) {
  nodes_[covered].status = Status::Covered;
  stand_for(covered, std::move(by));
}

void Graph::cover_partly(NodeNumber covered, std::vector<NodeNumber> by, smt::Term rest) {
  nodes_[covered].rest = rest;
  stand_for(covered, std::move(by));
}

void Graph::stand_for(NodeNumber covered, std::vector<NodeNumber> by) {
  for (const NodeNumber other : by) covers_[other].insert(covered);
  nodes_[covered].covered_by = std::move(by);
}

void Graph::uncover(NodeNumber covered) {
  for (const NodeNumber other : nodes_[covered].covered_by) covers_[other].erase(covered);
  nodes_[covered].covered_by.clear();
}

std::vector<NodeNumber> Graph::path_to(NodeNumber node) const {
  std::vector<NodeNumber> result;
  for (NodeNumber at = node; at != Node::none; at = nodes_[at].parent) result.push_back(at);
  std::ranges::reverse(result);
  return result;
}

std::set<NodeNumber> Graph::remove(NodeNumber node) {
  std::set<NodeNumber> waiting;
  if (const NodeNumber parent = nodes_[node].parent; parent != Node::none) {
    nodes_[parent].children.erase(nodes_[node].exit);
    waiting.insert(parent);
  }
  remove_below(node, waiting);
  std::erase_if(waiting, [&](NodeNumber number) { return nodes_[number].status == Status::Removed; });
  for (const NodeNumber number : waiting) nodes_[number].status = Status::Waiting;
  return waiting;
}

void Graph::remove_below(NodeNumber top, std::set<NodeNumber>& waiting) {
  std::vector<NodeNumber> work{top};
  while (!work.empty()) {
    const NodeNumber number = work.back();
    work.pop_back();
    Node& node = nodes_[number];
    for (const auto& [exit, child] : node.children) work.push_back(child);
    uncover(number);
    std::ranges::copy(begin_anew(number, waiting), std::back_inserter(work));
    std::erase(at_[node.point.key()], number);
    node.status = Status::Removed;
    node.entry = {}; // never read again; frees memory
    node.children.clear();
  }
}

// A node that depends on a reset node is reset as well: otherwise two nodes could end up covering each other.
std::vector<NodeNumber> Graph::begin_anew(NodeNumber removed, std::set<NodeNumber>& waiting) {
  std::vector<NodeNumber> children, work{removed};
  while (!work.empty()) {
    const std::set<NodeNumber> covered = std::exchange(covers_[work.back()], {});
    work.pop_back();
    for (const NodeNumber number : covered) {
      Node& node = nodes_[number];
      uncover(number);
      waiting.insert(number);
      work.push_back(number);
      for (const auto& [exit, child] : node.children) children.push_back(child);
      node.children.clear();
      node.open.clear();
      node.block = nullptr;
      node.rest = node.abstraction;
    }
  }
  return children;
}

} // namespace tandem::analysis::predicate
