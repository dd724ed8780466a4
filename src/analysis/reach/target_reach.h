// From which control points an error call is still reachable in the control-flow graph: in this function, in its
// callees, or in what the callers on the stack execute afterwards. Where none is, nothing is left to verify, and an
// automaton may say ut: no path that continues from there, returns included, has a target.
#pragma once

#include "analysis/reach/call_stack.h"
#include "program/model/error_functions.h"
#include "program/pointers/call_graph.h"

#include <vector>

namespace tandem::analysis::reach {

class TargetReach {
public:
  // Unknown code (behind a pointer, or in a function without a body that calls back) may call every function whose
  // address is taken. Linear in the program, except for recursion and calls of unknown code.
  TargetReach(const Program& program, const pointers::CallGraph& calls, const ErrorFunctions& error_functions);

  bool possible_from(const ControlPoint& at, const CallStacks& stacks) const;
  // In the location's own activation, and in its callees.
  bool possible_inside(const Location& location) const { return inside_[location.id]; }
  // The function's exit is reachable from there.
  bool may_return(const Location& location) const { return returns_[location.id]; }

private:
  void find_returns(const std::vector<const Function*>& bottom_up);
  void find_targets(const std::vector<const Function*>& bottom_up, const pointers::CallGraph& calls);
  bool may_pass(const Edge& edge) const;
  bool may_call_target(const Edge& edge) const;

  std::vector<bool> reaches_;          // by function id: it is an error function or a call of it may lead to one
  bool unknown_code_reaches_ = false;  // one of the functions whose address is taken does
  std::vector<bool> returns_, inside_; // by location id
};

} // namespace tandem::analysis::reach
