// The synchronous product of a program with a product component, a deterministic observer that advances with the
// program. Nodes pair a location with the component's state. Reducers are components (an automaton, its minimisation,
// its fold) and modifications of the product; residual.h and monitor.h turn a product into a program.
//
// Functions are not inlined. Each pair of a function and the state it is entered with is one instance; the states at
// its exits are propagated to the successors of all calls of the instance, however many exits there turn out to be.
// This is the functional approach of Sharir and Pnueli (1981), tabulated on demand, so recursion needs no bound.
#pragma once

#include "base/core/input_error.h"
#include "program/model/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::transform::reduce {

using ComponentState = std::uint32_t;               // the component's own numbering
inline constexpr ComponentState ended = UINT32_MAX; // the path is not part of the product

class ProductComponent {
public:
  virtual ~ProductComponent() = default;

  virtual ComponentState start() = 0;
  // The state at the entry of a function whose address is taken: its callers are unknown.
  virtual ComponentState unobserved(const Function& function) = 0;
  // At the entry of a function; the result identifies the instance.
  virtual ComponentState enter(const Function& /*function*/, ComponentState state) { return state; }
  // A condition that must be evaluated before the path continues.
  struct Decision {
    const Expr* condition = nullptr; // nullptr: none
    ComponentState yes = ended, no = ended;
  };
  virtual Decision decide(ComponentState state) = 0;
  // At a location, after all decisions. `entry` is the state with which the function was entered.
  virtual ComponentState arrive(ComponentState /*entry*/, const Location& /*location*/, ComponentState state) {
    return state;
  }
  // After an edge; after a call of a function that has a body: in the callee.
  virtual ComponentState after(ComponentState state, const Edge& edge) = 0;
  // At the function's exit, from the result of `after` for a Return edge.
  virtual ComponentState leave(ComponentState state) { return state; }
  // After a call, from the state at the callee's exit.
  virtual ComponentState back(ComponentState at_call, const Edge& call, ComponentState at_exit) = 0;
};

// Whether the edge is a call whose callee's body is part of the path.
bool enters(const Edge& edge);
// Calls inside which the edges that an execution takes are not known statically: calls through pointers, and of library
// functions that call back into the program.
bool is_opaque_call(const Edge& edge);

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

struct Product {
  enum class Kind : std::uint8_t {
    Decide, // evaluates a condition: next[0] if it holds
    Edges,  // the edges of the location: next[i] after the i-th, no_node if the path ends there
    Return, // the location's Return edge: next[0] is the exit
    Exit,
    End, // the path ends before the location's Return edge
  };
  // Whether the state already takes the location's Return edge into account.
  enum class Stage : std::uint8_t { Arriving, Returning };
  struct Node {
    Kind kind = Kind::Edges;
    Stage stage = Stage::Arriving;
    std::uint32_t instance = 0;
    const Location* location = nullptr;
    ComponentState state = 0;
    const Expr* condition = nullptr;
    NodeId next[2] = {no_node, no_node};
    std::uint32_t call = UINT32_MAX; // into calls, if the edge enters a callee; next is unused then
  };
  struct Call {
    std::uint32_t callee = 0;  // instance
    std::vector<NodeId> after; // by position among the callee's exits
  };
  struct Instance {
    const Function* function = nullptr;
    ComponentState state = 0;
    NodeId entry = no_node;
    std::vector<NodeId> exits;
    std::vector<NodeId> callers;
  };

  const Program* program = nullptr;
  std::vector<Node> nodes;
  std::vector<Call> calls;
  std::vector<Instance> instances;                               // the first one is the entry function's
  std::unordered_map<const Function*, std::uint32_t> by_address; // the instances that function addresses denote
  std::unordered_set<const Variable*> globals;                   // those that the product mentions

  bool has_call(const Node& node) const { return node.call != UINT32_MAX; }
};

class ProductTooLarge : public InputError {
public:
  explicit ProductTooLarge(std::size_t limit);
  std::size_t limit() const { return limit_; }

private:
  std::size_t limit_;
};

// Throws ProductTooLarge if there are more than `node_limit` nodes.
Product explore(const Program& program, ProductComponent& component, std::size_t node_limit);

// The nodes that are reachable in the product; modifications such as focus() leave unreachable ones behind.
struct ProductReach {
  std::vector<bool> nodes, instances;
  std::unordered_set<const Variable*> globals; // that these nodes mention
  std::vector<std::vector<bool>> exits;        // by instance
};
ProductReach reachable(const Product& product);

} // namespace tandem::transform::reduce
