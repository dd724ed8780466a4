// A covered set ends the path. Behind an opaque call, and inside a function that has to stay intact, the automaton's
// runs can no longer be followed; the component continues in the `unobserved` set, with which nothing is removed.

#include "transform/reduce/gia_component.h"

namespace tandem::transform::reduce {

GiaComponent::GiaComponent(StateSets& sets, const ErrorFunctions& intact) : sets_(sets) {
  for (const Function* function : sets.gia().program().functions())
    if (intact.contains(*function)) intact_.insert(function);
}

ProductComponent::Decision GiaComponent::decide(ComponentState state) {
  const StateSets::Decision decision = sets_.decision(state);
  return {decision.condition, unless_covered(decision.yes), unless_covered(decision.no)};
}

ComponentState GiaComponent::after(ComponentState state, const Edge& edge) {
  const SetId set = sets_.after(state, edge);
  if (set == StateSets::covered) return ended;
  return is_opaque_call(edge) || (enters(edge) && intact_.contains(edge.op.callee)) ? sets_.unobserved() : set;
}

} // namespace tandem::transform::reduce
