// An automaton running along with a program.
#pragma once

#include "automata/product.h"
#include "automata/state_sets.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace tandem::automata {

class GiaTracker : public Tracker {
public:
  // Functions of the names in `intact` stay as they are: nothing is removed inside them or behind them.
  GiaTracker(StateSets& sets, const std::vector<std::string>& intact);

  Tracked start() override { return unless_covered(sets_.initial()); }
  Tracked untracked(const Function&) override { return sets_.untracked(); }
  Decision decide(Tracked state) override;
  Tracked after(Tracked state, const Edge& edge) override;
  Tracked back(Tracked, const Edge&, Tracked at_exit) override { return at_exit; }

private:
  static Tracked unless_covered(SetId set) { return set == StateSets::covered ? ended : set; }

  StateSets& sets_;
  std::unordered_set<const Function*> intact_;
};

} // namespace tandem::automata
