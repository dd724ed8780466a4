// Predicates that an automaton brings along: the assumptions and invariants on its ut paths, each where it holds. That
// is how component-based CEGAR passes on a precision ("Exchanging Information in Cooperative Software Validation",
// section 9.1): a path that was shown impossible is ut, with the predicates that show it.
//
// A condition is for the loop head that its edge leads to. After an edge that leads to none, because what it speaks of
// has no name at the loop head, it is for the loop heads before and behind it. A wrong guess costs time, never a
// verdict.
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

  // Those for the location at which the block begins with these values.
  void add(reach::ControlPoint at, const abstraction::Entry& entry, symex::Executor& executor,
           const reach::CallStacks& stacks, abstraction::Frames& frames, const abstraction::Values& values,
           abstraction::Precision& precision) const;
  // How many different conditions there are for a location.
  std::size_t count(const Location& location) const;

private:
  std::map<const Location*, std::vector<std::pair<const Expr*, const Function*>>> by_location_;
};

} // namespace tandem::analysis::predicate
