// A program in which something runs along: its locations are paired with what a Tracker knows there. Reducers are
// trackers (an automaton, a fold of one) and changes to the product; residual.h makes a program of it.
//
// Functions are not inlined: one instance is made for each state in which a function is entered, and what is known at
// its exits goes on behind its calls, for as many exits as there turn out to be. (Tabulation, as in interprocedural
// data-flow analysis.) So recursion needs no bound.
#pragma once

#include "base/core/input_error.h"
#include "program/model/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::transform::reduce {

using ComponentState = std::uint32_t;               // what a tracker knows; a number of its own
inline constexpr ComponentState ended = UINT32_MAX; // the path is not part of the product

class ProductComponent {
public:
  virtual ~ProductComponent() = default;

  virtual ComponentState start() = 0;
  // Of a function that somebody enters through its address.
  virtual ComponentState unobserved(const Function& function) = 0;
  // At the entry of a function: what makes one instance of it.
  virtual ComponentState enter(const Function& /*function*/, ComponentState state) { return state; }
  // A condition must be asked before the path goes on.
  struct Decision {
    const Expr* condition = nullptr; // nullptr: go on
    ComponentState yes = ended, no = ended;
  };
  virtual Decision decide(ComponentState state) = 0;
  // At a location, after all decisions. `entry` is what the function was entered with.
  virtual ComponentState arrive(ComponentState /*entry*/, const Location& /*location*/, ComponentState state) {
    return state;
  }
  // After an edge; after a call of a function that has a body: in the callee.
  virtual ComponentState after(ComponentState state, const Edge& edge) = 0;
  // At the function's exit, from what `after` said of a Return edge.
  virtual ComponentState leave(ComponentState state) { return state; }
  // Behind a call, from what is known at the callee's exit.
  virtual ComponentState back(ComponentState at_call, const Edge& call, ComponentState at_exit) = 0;
};

// Does a path go into the body of another function when it takes the edge?
bool enters(const Edge& edge);
// Calls of which nobody can say which edges an execution takes inside: through pointers, and of library functions that
// call functions of the program.
bool is_opaque_call(const Edge& edge);

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

struct Product {
  enum class Kind : std::uint8_t {
    Decide, // asks a condition: next[0] if it holds
    Edges,  // the edges of the location: next[i] after the i-th, none for the one that ends
    Return, // the location's Return edge: next[0] is the exit
    Exit,
    End, // a path ends before the location's Return edge
  };
  // Whether the location's Return edge is already accounted for in the state.
  enum class Stage : std::uint8_t { Arriving, Returning };
  struct Node {
    Kind kind = Kind::Edges;
    Stage stage = Stage::Arriving;
    std::uint32_t instance = 0;
    const Location* location = nullptr;
    ComponentState state = 0;
    const Expr* condition = nullptr;
    NodeId next[2] = {no_node, no_node};
    std::uint32_t call = UINT32_MAX; // into calls, for a call that enters; next has nothing then
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
  std::unordered_map<const Function*, std::uint32_t> by_address; // the instances that function addresses mean
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

// Throws ProductTooLarge beyond so many nodes.
Product explore(const Program& program, ProductComponent& component, std::size_t node_limit);

// The nodes that executions of the product can reach: cut branches leave some behind.
struct ProductReach {
  std::vector<bool> nodes, instances;
  std::unordered_set<const Variable*> globals; // that these nodes mention
  std::vector<std::vector<bool>> exits;        // by instance
};
ProductReach reachable(const Product& product);

} // namespace tandem::transform::reduce
