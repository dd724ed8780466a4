// The smallest product with the same paths: at each location, sets of states with the same continuations are merged.
// Even a minimal automaton distinguishes states that make no difference for a given program.
//
// Works on pairs of location and set, regardless of the function instance: where a path continues after an exit depends
// on the call that entered the function, so the continuations are compared for each such call.
#pragma once

#include "transform/reduce/focus.h"
#include "transform/reduce/gia_component.h"

#include <unordered_map>

namespace tandem::transform::reduce {

class MergedComponent : public ProductComponent {
public:
  // `product` is the product with `component`; the goal, if there is one, is that of focus().
  MergedComponent(GiaComponent& component, const Product& product, const std::optional<FocusGoal>& goal);

  // The numbers of pairs of location and set before and after merging.
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
  std::unordered_map<std::uint64_t, SetId> merged_; // by location and set: the class's smallest set, if different
};

} // namespace tandem::transform::reduce
