#include "automata/gia_tracker.h"

#include <algorithm>

namespace tandem::automata {

GiaTracker::GiaTracker(StateSets& sets, const std::vector<std::string>& intact) : sets_(sets) {
  for (const Function* function : sets.gia().program().functions())
    if (std::ranges::find(intact, function->source_name()) != intact.end()) intact_.insert(function);
}

Tracker::Decision GiaTracker::decide(Tracked state) {
  const StateSets::Decision decision = sets_.decision(state);
  return {decision.condition, unless_covered(decision.yes), unless_covered(decision.no)};
}

Tracked GiaTracker::after(Tracked state, const Edge& edge) {
  const SetId set = sets_.after(state, edge);
  if (set == StateSets::covered) return ended;
  return is_opaque_call(edge) || (enters(edge) && intact_.contains(edge.op.callee)) ? sets_.untracked() : set;
}

} // namespace tandem::automata
