// Every expanded node contributes a copy of its block's points and edges; an edge to an exit leads to the first point
// of the child, or to those of the nodes that cover it. An exit with no child is infeasible and gets no edge at all;
// one that is open, or not examined yet, leads to a node that keeps its predecessors open in the closed-node fixpoint.

#include "analysis/predicate/condition.h"

#include "analysis/reach/arg_gia.h"

namespace tandem::analysis::predicate {

namespace {

class BlockExpansion {
public:
  BlockExpansion(const Graph& graph, const reach::CallStacks& stacks, const reach::TargetReach& targets)
      : graph_(graph), stacks_(stacks), targets_(targets), first_(graph.size(), 0) {}

  std::vector<reach::ArgNode> run() {
    for (NodeNumber i = 0; i < graph_.size(); ++i) add_points(i);
    for (NodeNumber i = 0; i < graph_.size(); ++i)
      if (has_expanded_block(i)) add_edges(i);
    return std::move(result_);
  }

private:
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
      for (const abstraction::ProductPoint& point : node.block->points) add(point.at, reach::NodeStatus::Expanded);
    else if (node.status == Status::Waiting)
      add(node.point.at, reach::NodeStatus::Waiting);
  }

  void add_edges(NodeNumber number) {
    for (const abstraction::BlockStep& step : graph_[number].block->steps) {
      const auto connect = [&](reach::NodeId target) {
        reach::ArgEdge edge{.edge = step.edge, .target = target, .assumptions = step.assumptions};
        result_[first_[number] + step.from].out.push_back(std::move(edge));
      };
      if (step.to != abstraction::BlockStep::none) connect(first_[number] + step.to);
      if (step.exit != abstraction::BlockStep::none)
        for (const reach::NodeId target : behind_exit(number, step.exit)) connect(target);
    }
  }

  // None if the exit is unreachable.
  std::vector<reach::NodeId> behind_exit(NodeNumber number, std::uint32_t index) {
    const Node& node = graph_[number];
    const reach::ControlPoint& at = node.block->exits[index].to.at;
    if (node.open.contains(index)) return {add(at, reach::NodeStatus::CutOff)};
    if (const auto child = node.children.find(index); child != node.children.end()) {
      const Node& next = graph_[child->second];
      std::vector<reach::NodeId> result;
      if (next.status != Status::Covered) result.push_back(first_[child->second]);
      for (const NodeNumber other : next.covered_by) result.push_back(first_[other]);
      return result;
    }
    // A waiting node has not examined all its exits.
    if (node.status == Status::Waiting) return {add(at, reach::NodeStatus::Waiting)};
    return {};
  }

  const Graph& graph_;
  const reach::CallStacks& stacks_;
  const reach::TargetReach& targets_;
  std::vector<reach::NodeId> first_; // of the node's points
  std::vector<reach::ArgNode> result_;
};

} // namespace

exchange::Gia condition_of(const Graph& graph, const Program& program, const reach::CallStacks& stacks,
                           const reach::TargetReach& targets, exchange::GiaHeader header) {
  return reach::gia_of(program, BlockExpansion(graph, stacks, targets).run(), std::move(header));
}

} // namespace tandem::analysis::predicate
