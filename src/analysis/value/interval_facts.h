// What interval analysis knows of the whole program: invariants of loop heads, for engines that need them, and which
// calls cannot lead to an error.
#pragma once

#include "program/model/error_functions.h"
#include "program/pointers/alias.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tandem::analysis::value {

struct IntervalFacts {
  // By Location::id of loop heads (program/graph/weak_order.h): a condition over globals and the function's own scalars
  // that holds whenever an execution is there, whatever the call stack. The constant 0 for heads that are never
  // reached.
  std::map<std::uint32_t, const Expr*> at_heads;
  // Whether the whole program was explored. It is not if recursion exceeds the bound, a call may enter unknown code, or
  // should_stop was true; then nothing is known.
  bool is_complete = false;
  // By Edge::id: calls of error functions that may be reached, and calls that may not have returned by then. All others
  // are safe.
  std::vector<bool> may_fail;
};

// Loops with a constant number of iterations are executed iteration by iteration, as far as should_stop permits.
IntervalFacts interval_facts(const Program& program, const pointers::AliasPartition& aliases,
                             const ErrorFunctions& error_functions, const std::function<bool()>& should_stop = {});

} // namespace tandem::analysis::value
