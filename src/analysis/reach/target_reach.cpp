// Two backward fixpoints over the program, each a sequence of passes in bottom-up order of the call graph and reverse
// order of locations, so that without recursion one pass nearly suffices: first which locations reach their function's
// exit, then which reach an error call. A query walks down the call stack until one activation decides it.

#include "analysis/reach/target_reach.h"

#include <algorithm>

namespace tandem::analysis::reach {

TargetReach::TargetReach(const Program& program, const pointers::CallGraph& calls,
                         const ErrorFunctions& error_functions)
    : reaches_(program.functions().size(), false), returns_(program.locations().size(), false),
      inside_(program.locations().size(), false) {
  const std::vector<bool> has_address = pointers::functions_with_address(program);
  for (const Function* function : program.functions()) {
    const bool is_target = error_functions.contains(*function);
    reaches_[function->id()] = is_target;
    unknown_code_reaches_ = unknown_code_reaches_ || (is_target && has_address[function->id()]);
  }
  const std::vector<const Function*> bottom_up = calls.bottom_up();
  find_returns(bottom_up);
  for (bool again = true; again;) {
    again = false;
    find_targets(bottom_up, calls);
    for (std::size_t id = 0; id < reaches_.size() && !unknown_code_reaches_; ++id)
      unknown_code_reaches_ = again = reaches_[id] && has_address[id];
  }
}

bool TargetReach::possible_from(const ControlPoint& at, const CallStacks& stacks) const {
  ControlPoint here = at;
  while (!inside_[here.location->id]) {
    const Edge* call = stacks.call(here.stack);
    if (call == nullptr || !returns_[here.location->id]) return false;
    here = {call->to, stacks.caller(here.stack)};
  }
  return true;
}

namespace {

// Repeats a pass over all functions and, in each, over its locations from last to first, until nothing changes.
template <class AtFunction, class AtLocation>
void until_stable(const std::vector<const Function*>& bottom_up, AtFunction at_function, AtLocation at_location) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : bottom_up) {
      if (function->has_body())
        for (auto at = function->locations().rbegin(); at != function->locations().rend(); ++at)
          changed = at_location(**at) || changed;
      changed = at_function(*function) || changed;
    }
  }
}

} // namespace

void TargetReach::find_returns(const std::vector<const Function*>& bottom_up) {
  const auto leads_to_exit = [this](const Edge* edge) { return returns_[edge->to->id] && may_pass(*edge); };
  until_stable(
      bottom_up, [](const Function&) { return false; },
      [&](const Location& here) {
        if (returns_[here.id]) return false;
        const bool found = &here == &here.function->exit() || std::ranges::any_of(here.out, leads_to_exit);
        returns_[here.id] = found;
        return found;
      });
}

bool TargetReach::may_pass(const Edge& edge) const {
  if (edge.op.kind != OpKind::Call || edge.op.callee == nullptr) return true;
  const Function& callee = *edge.op.callee;
  return callee.has_body() ? returns_[callee.entry().id] : !callee.does_not_return();
}

void TargetReach::find_targets(const std::vector<const Function*>& bottom_up, const pointers::CallGraph& calls) {
  const auto leads_to_target = [this](const Edge* edge) {
    return may_call_target(*edge) || (inside_[edge->to->id] && may_pass(*edge));
  };
  until_stable(
      bottom_up,
      [&](const Function& function) {
        if (reaches_[function.id()]) return false;
        const auto called_back = calls.graph().successors(function.id());
        const bool found =
            function.has_body()
                ? inside_[function.entry().id]
                : std::ranges::any_of(called_back, [this](graph::Graph::Node id) { return reaches_[id]; });
        reaches_[function.id()] = found;
        return found;
      },
      [&](const Location& here) {
        if (inside_[here.id]) return false;
        const bool found = std::ranges::any_of(here.out, leads_to_target);
        inside_[here.id] = found;
        return found;
      });
}

bool TargetReach::may_call_target(const Edge& edge) const {
  if (edge.op.kind != OpKind::Call) return false;
  return edge.op.callee != nullptr ? reaches_[edge.op.callee->id()] : unknown_code_reaches_;
}

} // namespace tandem::analysis::reach
