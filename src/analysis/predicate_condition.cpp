#include "analysis/predicate_condition.h"

#include "analysis/arg_gia.h"

namespace tandem::analysis::predicate {

namespace {

class Dissolution {
public:
  Dissolution(const Graph& graph, const CallStacks& stacks, const TargetReach& targets)
      : graph_(graph), stacks_(stacks), targets_(targets), first_(graph.size(), 0) {}

  std::vector<ArgNode> run() {
    for (NodeNumber i = 0; i < graph_.size(); ++i) add_points(i);
    for (NodeNumber i = 0; i < graph_.size(); ++i)
      if (is_dissolved(i)) add_edges(i);
    return std::move(result_);
  }

private:
  bool is_dissolved(NodeNumber number) const {
    const Node& node = graph_[number];
    return node.block != nullptr && (node.status == Status::Expanded || node.status == Status::Waiting);
  }

  NodeId add(const Position& at, NodeStatus status) {
    result_.push_back({.at = at, .status = targets_.possible_from(at, stacks_) ? status : NodeStatus::Settled});
    return static_cast<NodeId>(result_.size() - 1);
  }

  void add_points(NodeNumber number) {
    const Node& node = graph_[number];
    first_[number] = static_cast<NodeId>(result_.size());
    if (is_dissolved(number))
      for (const Point& point : node.block->points) add(point.at, NodeStatus::Expanded);
    else if (node.status == Status::Waiting)
      add(node.point.at, NodeStatus::Waiting);
  }

  void add_edges(NodeNumber number) {
    for (const BlockStep& step : graph_[number].block->steps) {
      const auto connect = [&](NodeId target) {
        ArgEdge edge{.edge = step.edge, .target = target, .assumptions = step.assumptions};
        result_[first_[number] + step.from].out.push_back(std::move(edge));
      };
      if (step.to != BlockStep::nowhere) connect(first_[number] + step.to);
      if (step.exit != BlockStep::nowhere)
        for (const NodeId target : behind_exit(number, step.exit)) connect(target);
    }
  }

  // None: the exit cannot be reached.
  std::vector<NodeId> behind_exit(NodeNumber number, std::uint32_t index) {
    const Node& node = graph_[number];
    const Position& at = node.block->exits[index].to.at;
    if (node.open.contains(index)) return {add(at, NodeStatus::CutOff)};
    if (const auto child = node.children.find(index); child != node.children.end()) {
      const Node& next = graph_[child->second];
      std::vector<NodeId> result;
      if (next.status != Status::Covered) result.push_back(first_[child->second]);
      for (const NodeNumber other : next.covered_by) result.push_back(first_[other]);
      return result;
    }
    // A node that waits has not looked at all its exits.
    if (node.status == Status::Waiting) return {add(at, NodeStatus::Waiting)};
    return {};
  }

  const Graph& graph_;
  const CallStacks& stacks_;
  const TargetReach& targets_;
  std::vector<NodeId> first_; // of the node's points
  std::vector<ArgNode> result_;
};

} // namespace

automata::Gia condition_of(const Graph& graph, const Program& program, const CallStacks& stacks,
                           const TargetReach& targets, automata::GiaHeader header) {
  return gia_of(program, Dissolution(graph, stacks, targets).run(), std::move(header));
}

} // namespace tandem::analysis::predicate
