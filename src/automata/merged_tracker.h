// The smallest product with the same paths: sets of states from which a location's paths go on alike are one there. An
// automaton that is as small as it can be by itself still distinguishes what makes no difference to a program at hand.
//
// Works on pairs of location and set, whatever the instance: where a path goes on behind an exit is a question of the
// call that it came by, and how it goes on there is compared for every such call.
#pragma once

#include "automata/focus.h"
#include "automata/gia_tracker.h"

#include <unordered_map>

namespace tandem::automata {

class MergedTracker : public Tracker {
public:
  // From the product with `tracker`. Where something is looked for, the goal says where it is found.
  MergedTracker(GiaTracker& tracker, const Product& product, const std::optional<FocusGoal>& goal);

  // How many pairs of location and set there were, and how many are left.
  std::size_t pairs() const { return pairs_; }
  std::size_t classes() const { return classes_; }

  Tracked start() override { return tracker_.start(); }
  Tracked untracked(const Function& function) override { return tracker_.untracked(function); }
  Tracked enter(const Function& function, Tracked state) override { return merged(function.entry(), state); }
  Decision decide(Tracked state) override { return tracker_.decide(state); }
  Tracked arrive(Tracked, const Location& location, Tracked state) override { return merged(location, state); }
  Tracked after(Tracked state, const Edge& edge) override;
  Tracked back(Tracked, const Edge&, Tracked at_exit) override { return at_exit; }

private:
  Tracked merged(const Location& location, Tracked state) const;

  GiaTracker& tracker_;
  std::size_t pairs_ = 0, classes_ = 0;
  std::unordered_map<std::uint64_t, SetId> merged_; // by location and set: the smallest set of the class, if another
};

} // namespace tandem::automata
