// The abstract reachability graph (ARG): control points (location and call stack) with abstract states, explored from
// the entry. What every analysis on it shares: calls and returns, recursion to a bound, calls through pointers,
// coverage, merging, the order of exploration, and which nodes are closed.
//
// Lazy: explore() runs until a target is met, the caller wants it to stop or nothing is left, and can be called again.
// A successor that an existing node covers becomes an edge to that node; so the graph has no covered nodes of its own.
#pragma once

#include "analysis/reach/domain.h"
#include "analysis/reach/target_reach.h"
#include "program/graph/weak_order.h"
#include "program/model/error_functions.h"
#include "program/pointers/alias.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::analysis::reach {

using NodeId = std::uint32_t;

enum class Order : std::uint8_t { DepthFirst, BreadthFirst, ReversePostOrder };

enum class AtTarget : std::uint8_t {
  Pause,   // explore() returns
  Collect, // exploration continues elsewhere; target nodes are found in the graph afterwards
};

// Control points from which no target is reachable any more (target_reach.h).
enum class TargetFree : std::uint8_t {
  Explore, // for analyses that need the states there
  Close,   // verified without exploration
};

// Where a state is compared with those that are there already.
enum class Coverage : std::uint8_t {
  Everywhere,
  WherePathsMeet, // for domains that do not merge: on the way there, equal states are seldom met
};

struct ArgOptions {
  Order order = Order::DepthFirst;
  AtTarget at_target = AtTarget::Pause;
  std::uint32_t recursion_bound = 16; // activations of one function on a stack
  // A step that takes longer is abandoned: the node is cut off.
  std::optional<std::chrono::milliseconds> post_limit;
  // How many nodes of a control point are tried for coverage and merging, beside those with an equal hash.
  std::uint32_t cover_candidates = 16;
  Coverage coverage = Coverage::Everywhere;
  TargetFree target_free = TargetFree::Explore;
  ErrorFunctions error_functions;
};

enum class NodeStatus : std::uint8_t {
  Waiting,
  Expanded,
  Target,   // the error call is next (or, for a call through a pointer, was made)
  Verified, // by a domain, or since no target is reachable from there
  CutOff,   // stays a candidate; ArgNode::reason
  Refuted,  // a target whose only path is infeasible; closed as long as no other path leads there
  Removed,
};

struct ArgEdge {
  TransferKind kind = TransferKind::Intraprocedural;
  const Edge* edge = nullptr;
  const Function* callee = nullptr;
  NodeId target = 0;
  std::vector<const Expr*> assumptions; // split on by a domain
};

struct ArgNode {
  ControlPoint at;
  StatePtr state;
  NodeId parent = 0; // the node it was first reached from; smaller than its own id, but for the root
  std::uint32_t merges = 0;
  std::uint32_t reason = 0; // index into Arg::reasons()
  NodeStatus status = NodeStatus::Waiting;
  std::vector<ArgEdge> out;
};

// By node: see Arg::closed_nodes().
std::vector<bool> find_closed_nodes(const std::vector<ArgNode>& nodes);

class Arg {
public:
  // Keeps references to all of them.
  Arg(const Program& program, const pointers::AliasPartition& aliases, CallStacks& stacks, Domain& domain,
      ArgOptions options);

  enum class Pause : std::uint8_t {
    Done,    // nothing waits
    Target,  // target() is one
    Stopped, // by should_stop
  };
  Pause explore(const std::function<bool()>& should_stop);
  NodeId target() const { return target_; }

  // The node will not be explored; it stays a candidate.
  void cut_off(NodeId node, std::string reason);
  // The caller has proved that no target is reachable from there.
  void mark_verified(NodeId node);
  // The caller has proved that the path by which the target was first reached is infeasible.
  void refute(NodeId node);
  // Removes the node and all nodes first reached through it. Nodes with edges to them wait again.
  void remove(NodeId node);
  // From the start again, with the domain's current precision.
  void restart();
  // One pass over the finished graph in which states shrink to what their predecessors still require (Domain::narrow);
  // nodes without predecessors are removed. For domains that merge.
  void decreasing_iteration(const std::function<bool()>& should_stop);

  static constexpr NodeId root = 0;
  const std::vector<ArgNode>& nodes() const { return nodes_; }
  const std::vector<std::string>& reasons() const { return reasons_; }
  const Program& program() const { return program_; }
  const CallStacks& stacks() const { return stacks_; }
  bool is_loop_head(const Location& location);
  // Verified without exploration: TargetFree::Close.
  bool is_target_free(const ControlPoint& at) const { return reach_ && !reach_->possible_from(at, stacks_); }

  // How the node was first reached, from the root on: each edge of the path with its source.
  struct PathStep {
    NodeId from = 0;
    const ArgEdge* edge = nullptr;
  };
  std::vector<PathStep> path_to(NodeId node) const;
  // The same as a GIA reads it: without returns, and with the error call that follows a target node.
  std::vector<const Edge*> program_path_to(NodeId node) const;

  // By node: no candidate, target or waiting node is reachable from it (a greatest fixpoint). False for removed nodes.
  std::vector<bool> closed_nodes() const { return reach::find_closed_nodes(nodes_); }

  struct Statistics {
    std::uint64_t nodes = 0, expanded = 0, merges = 0, covered = 0;
  };
  const Statistics& statistics() const { return statistics_; }

private:
  void expand(NodeId id);
  void expand_edge(NodeId id, const Edge& edge);
  void expand_call(NodeId id, const Edge& edge);
  void expand_mismatch(NodeId id, const Edge& edge, const Function& callee);
  void expand_call_to(NodeId id, const Edge& edge, const Function& callee);
  void leave(NodeId id);
  void successors(NodeId id, TransferStep step, NodeStatus status = NodeStatus::Waiting);
  void add_successor(NodeId parent, const TransferStep& step, Successor successor, NodeStatus status);
  bool is_compared(const TransferStep& step) const;
  std::optional<NodeId> find_covering(const ControlPoint& at, const DomainState& state, std::uint64_t hash);
  std::optional<NodeId> merge(const ControlPoint& at, const StatePtr& state);
  NodeId add_node(NodeId parent, const ControlPoint& at, StatePtr state, NodeStatus status);
  void register_state(NodeId id, std::uint64_t hash); // so that later states are compared with it
  void classify(NodeId id);
  bool is_closed_after(const ArgNode& node, const Edge& call);
  void push(NodeId id);
  std::optional<NodeId> pop();
  bool comes_before(NodeId a, NodeId b);
  const std::vector<std::uint32_t>& order_of(StackId stack);
  const graph::WeakOrder& weak_order(const Function& function);
  std::uint32_t reason_index(std::string reason);
  const Edge* direct_error_call(const Location& location) const;
  std::vector<PathStep> shortest_path_to(NodeId node) const;
  struct InEdge {
    NodeId source = 0;
    std::size_t index = 0; // in its out
  };
  std::optional<StatePtr> recomputed(NodeId id, const std::vector<InEdge>& in);
  TransferStep step_of(NodeId source, const ArgEdge& edge) const;
  void drop_unreachable();
  static std::uint64_t bucket(const ControlPoint& at) { return std::uint64_t{at.stack} << 32 | at.location->id; }

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  CallStacks& stacks_;
  Domain& domain_;
  ArgOptions options_;
  std::optional<TargetReach> reach_; // with TargetFree::Close
  std::vector<ArgNode> nodes_;
  std::vector<NodeId> waiting_; // a heap for ReversePostOrder
  std::size_t first_waiting_ = 0;
  std::unordered_map<std::uint64_t, std::vector<NodeId>> at_position_;
  std::unordered_multimap<std::uint64_t, NodeId> by_hash_;
  std::vector<std::string> reasons_;
  std::map<std::string, std::uint32_t> reason_index_;
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
  std::vector<std::vector<std::uint32_t>> stack_orders_;
  NodeId target_ = 0;
  Statistics statistics_;
};

} // namespace tandem::analysis::reach
