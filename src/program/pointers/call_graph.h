// The call graph. Calls through pointers enter the functions that the alias partition allows or, without one, every
// function whose address is taken and whose type fits the call.
#pragma once

#include "program/graph/scc.h"
#include "program/model/program.h"

#include <span>
#include <vector>

namespace tandem::pointers {

class AliasPartition;

// By function id: whether the program takes the function's address.
std::vector<bool> functions_with_address(const Program& program);

// Whether a call through a pointer of this function type can enter the function. Only gross mismatches are ruled out
// (number of arguments; a record where a scalar is expected), since old code casts function pointers freely.
bool may_be_called_as(const Function& function, const Type& called);

class CallGraph {
public:
  explicit CallGraph(const Program& program);
  CallGraph(const Program& program, const AliasPartition& aliases);

  // The functions a call edge may enter, in the order of their ids.
  std::span<const Function* const> callees(const Edge& call) const;
  // The call edges in a function's body, and those that may enter the function.
  const std::vector<const Edge*>& calls_in(const Function& function) const { return calls_in_[function.id()]; }
  const std::vector<const Edge*>& calls_of(const Function& function) const { return calls_of_[function.id()]; }

  // Over function ids. Besides the calls there are arcs from functions without a body to those they may call back.
  const graph::Graph& graph() const { return graph_; }
  // Mutually recursive functions share a component; callees come before callers.
  const graph::Components& components() const { return components_; }
  bool is_recursive(const Function& function) const {
    return components_.is_cyclic(components_.component(function.id()));
  }
  // From the program's entry.
  bool is_reachable(const Function& function) const { return is_reachable_[function.id()]; }
  // All functions, callees before callers as far as recursion allows.
  std::vector<const Function*> bottom_up() const;

private:
  struct Calls {
    std::vector<std::vector<const Function*>> by_edge; // by edge id
    std::vector<graph::Graph::Arc> callbacks;
  };
  static Calls by_type(const Program& program);
  static Calls by_aliases(const Program& program, const AliasPartition& aliases);
  CallGraph(const Program& program, Calls calls);

  const Program* program_;
  std::vector<std::vector<const Function*>> callees_; // by edge id
  std::vector<std::vector<const Edge*>> calls_in_, calls_of_;
  graph::Graph graph_;
  graph::Components components_;
  std::vector<bool> is_reachable_;
};

} // namespace tandem::pointers
