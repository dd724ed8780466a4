// The smallest product with the same paths: sets of states from which a location's paths go on alike are one there. An
// automaton that is as small as it can be by itself still distinguishes what makes no difference to a program at hand.
//
// Works on pairs of location and set, whatever the instance: where a path goes on behind an exit is a question of the
// call that it came by, and how it goes on there is compared for every such call.
#pragma once

#include "transform/reduce/focus.h"
#include "transform/reduce/gia_component.h"

#include <unordered_map>

namespace tandem::transform::reduce {

class MergedComponent : public ProductComponent {
public:
  // From the product with `tracker`. Where something is looked for, the goal says where it is found.
  MergedComponent(GiaComponent& component, const Product& product, const std::optional<FocusGoal>& goal);

  // How many pairs of location and set there were, and how many are left.
  std::size_t pairs() const { return pairs_; }
  std::size_t classes() const { return classes_; }

  ComponentState start() override { return component_.start(); }
  ComponentState unobserved(const Function& function) override { return component_.unobserved(function); }
  ComponentState enter(const Function& function, ComponentState state) override {
    return merged(function.entry(), state);
  }
  Decision decide(ComponentState state) override { return component_.decide(state); }
  ComponentState arrive(ComponentState, const Location& location, ComponentState state) override {
    return merged(location, state);
  }
  ComponentState after(ComponentState state, const Edge& edge) override;
  ComponentState back(ComponentState, const Edge&, ComponentState at_exit) override { return at_exit; }

private:
  ComponentState merged(const Location& location, ComponentState state) const;

  GiaComponent& component_;
  std::size_t pairs_ = 0, classes_ = 0;
  std::unordered_map<std::uint64_t, SetId> merged_; // by location and set: the smallest set of the class, if another
};

} // namespace tandem::transform::reduce
