// What intervals know of the whole program: at the heads of loops, for engines that want invariants, and which calls
// cannot lead to an error.
#pragma once

#include "program/pointers/alias.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tandem::analysis::value {

struct IntervalFacts {
  // By Location::id of loop heads (program/graph/weak_order.h): a condition over globals and the function's own scalars
  // that holds whenever an execution, however it was called, is there. The constant 0 for heads that are never reached.
  std::map<std::uint32_t, const Expr*> at_heads;
  // Whether the whole program was explored (not beyond recursion, through calls that may lead anywhere, or when
  // should_stop said so). If not, nothing is known.
  bool is_complete = false;
  // By Edge::id: calls that are next, or have not returned, when an error function is called. All others are safe.
  std::vector<bool> may_fail;
  // Functions without a body that were called: what all this rests on.
  std::set<std::string> assumptions;
};

// Loops of a fixed number of rounds are run through round by round, if there is time for it.
IntervalFacts interval_facts(const Program& program, const pointers::AliasPartition& aliases,
                             const std::function<bool(const Function&)>& is_error,
                             const std::function<bool()>& should_stop = {});

} // namespace tandem::analysis::value
