// Predicates that an automaton carries: the assumptions and invariants on its ut paths, each where it holds. This is
// how component-based CEGAR passes on a precision ("Exchanging Information in Cooperative Software Validation",
// section 9.1): a path that was shown infeasible is ut, with the predicates that show it.
//
// A condition belongs to the loop head that its edge leads to. After an edge that leads to none, because the
// condition's variables are not in scope at the loop head, it is used at the nearest loop heads before and after. A
// wrong guess costs time, never soundness.
#pragma once

#include "analysis/abstraction/precision.h"
#include "exchange/gia/gia.h"

#include <map>
#include <vector>

namespace tandem::analysis::predicate {

class GivenPredicates {
public:
  // Keeps no reference to the automaton.
  GivenPredicates(const Program& program, const exchange::Gia& gia, abstraction::BlockRunner& runner);

  // Adds those of the location at which a block begins with these values.
  void add(reach::ControlPoint at, const abstraction::Entry& entry, symex::Executor& executor,
           const reach::CallStacks& stacks, abstraction::Frames& frames, const abstraction::Values& values,
           abstraction::Precision& precision) const;
  // The number of different conditions of a location.
  std::size_t count(const Location& location) const;

private:
  std::map<const Location*, std::vector<std::pair<const Expr*, const Function*>>> by_location_;
};

} // namespace tandem::analysis::predicate
