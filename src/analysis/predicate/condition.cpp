// Every expanded node contributes a copy of its block's points and edges; an edge to an exit leads to the first point
// of the child, or to those of the nodes that cover it. An exit with no child is infeasible and gets no edge at all;
// one that is open, or not examined yet, leads to a node that keeps its predecessors open in the closed-node fixpoint.
//
// Inside a block, paths are joined where they meet, so that an exit behind which something is open would leave all of
// them open that can reach it in the control-flow graph. A block with such an exit is therefore written twice: a branch
// that excludes all of these exits, whatever else is done in the block, leads from the first copy to the second, which
// has no edges to them. What is open is known from a first expansion, in which each block is written once.

#include "analysis/predicate/condition.h"

#include "analysis/reach/arg_gia.h"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::analysis::predicate {

namespace {

class BlockExpansion {
public:
  BlockExpansion(const Graph& graph, const reach::CallStacks& stacks, const reach::TargetReach& targets,
                 const MayLeave& may_leave)
      : graph_(graph), stacks_(stacks), targets_(targets), may_leave_(may_leave), first_(graph.size(), 0) {}

  std::vector<reach::ArgNode> run() {
    expand();
    const std::vector<bool> closed = reach::find_closed_nodes(result_);
    for (NodeNumber i = 0; i < graph_.size(); ++i) find_open_exits(i, closed);
    for (NodeNumber i = 0; i < graph_.size(); ++i) find_verified_arms(i);
    if (!verified_.empty()) expand();
    return std::move(result_);
  }

private:
  void expand() {
    result_.clear();
    for (NodeNumber i = 0; i < graph_.size(); ++i) add_points(i);
    for (NodeNumber i = 0; i < graph_.size(); ++i)
      if (has_expanded_block(i)) add_edges(i);
  }

  bool has_expanded_block(NodeNumber number) const {
    const Node& node = graph_[number];
    return node.block != nullptr && (node.status == Status::Expanded || node.status == Status::Waiting);
  }

  reach::NodeId add(const reach::ControlPoint& at, reach::NodeStatus status) {
    result_.push_back({.at = at, .status = targets_.possible_from(at, stacks_) ? status : reach::NodeStatus::Verified});
    return static_cast<reach::NodeId>(result_.size() - 1);
  }

  void add_points(NodeNumber number) {
    const Node& node = graph_[number];
    first_[number] = static_cast<reach::NodeId>(result_.size());
    if (has_expanded_block(number))
      for (int copy = verified_.contains(number) ? 2 : 1; copy > 0; --copy)
        for (const abstraction::ProductPoint& point : node.block->points) add(point.at, reach::NodeStatus::Expanded);
    else if (node.status == Status::Waiting)
      add(node.point.at, reach::NodeStatus::Waiting);
  }

  // In the first expansion: exits behind which something is open.
  void find_open_exits(NodeNumber number, const std::vector<bool>& closed) {
    if (!has_expanded_block(number)) return;
    std::set<std::uint32_t> open;
    for (std::uint32_t exit = 0; exit < graph_[number].block->exits.size(); ++exit)
      if (is_open(number, exit, closed)) open.insert(exit);
    if (!open.empty()) open_exits_[number] = std::move(open);
  }

  bool is_open(NodeNumber number, std::uint32_t exit, const std::vector<bool>& closed) const {
    const Node& node = graph_[number];
    if (node.open.contains(exit)) return true;
    const auto child = node.children.find(exit);
    // A waiting node has not examined all its exits; elsewhere, one without a child is infeasible.
    if (child == node.children.end()) return node.status == Status::Waiting;
    return !std::ranges::all_of(points_behind(child->second), [&](reach::NodeId next) { return closed[next]; });
  }

  // Branches after which no open exit is possible. Costs a query for each branch that may reach such an exit in the
  // control-flow graph.
  void find_verified_arms(NodeNumber number) {
    const auto open = open_exits_.find(number);
    if (open == open_exits_.end()) return;
    const Node& node = graph_[number];
    const std::vector<abstraction::BlockStep>& steps = node.block->steps;
    std::vector<std::uint32_t> arms(node.block->points.size(), 0);
    for (const abstraction::BlockStep& step : steps) ++arms[step.from];
    const std::vector<bool> leads_to_open = leading_to_open(node, open->second);
    std::vector<bool> verified(steps.size(), false);
    for (std::size_t i = 0; i < steps.size() && queries_ < most_queries; ++i)
      verified[i] = steps[i].guard && arms[steps[i].from] > 1 && leads_to_open[steps[i].to] &&
                    excludes(node, steps[i].guard, open->second);
    if (std::ranges::find(verified, true) != verified.end()) verified_[number] = std::move(verified);
  }

  // By point of the block.
  static std::vector<bool> leading_to_open(const Node& node, const std::set<std::uint32_t>& open) {
    std::vector<bool> result(node.block->points.size(), false);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const abstraction::BlockStep& step : node.block->steps) {
        const bool leads =
            step.exit != abstraction::BlockStep::none ? open.contains(step.exit) : step.guard && result[step.to];
        is_new |= leads && !result[step.from];
        if (leads) result[step.from] = true;
      }
    }
    return result;
  }

  bool excludes(const Node& node, smt::Term guard, const std::set<std::uint32_t>& exits) {
    return std::ranges::none_of(exits, [&](std::uint32_t exit) {
      ++queries_;
      return may_leave_(node, guard, node.block->exits[exit]);
    });
  }

  void add_edges(NodeNumber number) {
    const auto verified = verified_.find(number);
    add_edges(number, verified == verified_.end() ? nullptr : &verified->second);
    if (verified != verified_.end()) add_verified_edges(number);
  }

  void connect(reach::NodeId from, const abstraction::BlockStep& step, reach::NodeId to) {
    result_[from].out.push_back({.edge = step.edge, .target = to, .assumptions = step.assumptions});
  }

  void add_edges(NodeNumber number, const std::vector<bool>* verified) {
    const std::vector<abstraction::BlockStep>& steps = graph_[number].block->steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const reach::NodeId from = first_[number] + steps[i].from;
      if (steps[i].to != abstraction::BlockStep::none)
        connect(from, steps[i],
                (verified != nullptr && (*verified)[i] ? second_copy(number) : first_[number]) + steps[i].to);
      if (steps[i].exit != abstraction::BlockStep::none)
        for (const reach::NodeId target : behind_exit(number, steps[i].exit)) connect(from, steps[i], target);
    }
  }

  void add_verified_edges(NodeNumber number) {
    for (const abstraction::BlockStep& step : graph_[number].block->steps) {
      const reach::NodeId from = second_copy(number) + step.from;
      if (step.to != abstraction::BlockStep::none) connect(from, step, second_copy(number) + step.to);
      if (step.exit != abstraction::BlockStep::none && !open_exits_.at(number).contains(step.exit))
        for (const reach::NodeId target : behind_exit(number, step.exit)) connect(from, step, target);
    }
  }

  reach::NodeId second_copy(NodeNumber number) const {
    return first_[number] + static_cast<reach::NodeId>(graph_[number].block->points.size());
  }

  // None if the exit is unreachable.
  std::vector<reach::NodeId> behind_exit(NodeNumber number, std::uint32_t index) {
    const Node& node = graph_[number];
    const reach::ControlPoint& at = node.block->exits[index].to.at;
    if (node.open.contains(index)) return {add(at, reach::NodeStatus::CutOff)};
    if (const auto child = node.children.find(index); child != node.children.end()) return points_behind(child->second);
    // A waiting node has not examined all its exits.
    if (node.status == Status::Waiting) return {add(at, reach::NodeStatus::Waiting)};
    return {};
  }

  // Where the child's block begins, or those of the nodes that cover it.
  std::vector<reach::NodeId> points_behind(NodeNumber child) const {
    std::vector<reach::NodeId> result;
    if (graph_[child].status != Status::Covered) result.push_back(first_[child]);
    for (const NodeNumber other : graph_[child].covered_by) result.push_back(first_[other]);
    return result;
  }

  const Graph& graph_;
  const reach::CallStacks& stacks_;
  const reach::TargetReach& targets_;
  const MayLeave& may_leave_;
  std::vector<reach::NodeId> first_;                         // of the node's points
  std::map<NodeNumber, std::set<std::uint32_t>> open_exits_; // by node
  std::map<NodeNumber, std::vector<bool>> verified_; // by node that is written twice: the branches to the second copy
  static constexpr std::size_t most_queries = 200;
  std::size_t queries_ = 0;
  std::vector<reach::ArgNode> result_;
};

} // namespace

exchange::Gia condition_of(const Graph& graph, const Program& program, const reach::CallStacks& stacks,
                           const reach::TargetReach& targets, const MayLeave& may_leave, exchange::GiaHeader header) {
  return reach::gia_of(program, BlockExpansion(graph, stacks, targets, may_leave).run(), std::move(header));
}

} // namespace tandem::analysis::predicate
