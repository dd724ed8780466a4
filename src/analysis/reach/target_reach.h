// From which positions control can still get to an error call, whatever the values are: in this function, in what it
// calls, or in what the callers on the stack do afterwards. Where it cannot, nothing is left to verify, and an
// automaton may say ut: no path that goes on from there, returns included, has a target.
#pragma once

#include "analysis/reach/call_stack.h"
#include "program/pointers/call_graph.h"

#include <functional>
#include <vector>

namespace tandem::analysis::reach {

class TargetReach {
public:
  // Code that nobody knows (behind a pointer, in a function without a body that calls back) may call every function
  // whose address is taken. Linear in the program, but for recursion and calls of unknown code.
  TargetReach(const Program& program, const pointers::CallGraph& calls,
              const std::function<bool(const Function&)>& is_error);

  bool possible_from(const ControlPoint& at, const CallStacks& stacks) const;
  // In the location's own activation, and in what it calls.
  bool possible_inside(const Location& location) const { return inside_[location.id]; }
  // The function's exit is ahead.
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
