// The product component of a GIA: its states are sets of automaton states.
#pragma once

#include "program/model/error_functions.h"
#include "transform/reduce/product.h"
#include "transform/reduce/state_sets.h"

#include <unordered_set>

namespace tandem::transform::reduce {

class GiaComponent : public ProductComponent {
public:
  // Functions whose name is in `intact` are not reduced: nothing is removed inside them or after them.
  GiaComponent(StateSets& sets, const ErrorFunctions& intact);

  ComponentState start() override { return unless_covered(sets_.initial()); }
  ComponentState unobserved(const Function&) override { return sets_.unobserved(); }
  Decision decide(ComponentState state) override;
  ComponentState after(ComponentState state, const Edge& edge) override;
  ComponentState back(ComponentState, const Edge&, ComponentState at_exit) override { return at_exit; }

private:
  static ComponentState unless_covered(SetId set) { return set == StateSets::covered ? ended : set; }

  StateSets& sets_;
  std::unordered_set<const Function*> intact_;
};

} // namespace tandem::transform::reduce
