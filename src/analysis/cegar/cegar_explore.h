// Component-based CEGAR, in which three actors exchange nothing but automata ("Exchanging Information in Cooperative
// Software Validation", figure 10). This is the first, the abstract model explorer: predicate abstraction with the
// predicates on the ut paths of its condition (predicate/given_predicates.h), and no others. Paths that it cannot
// exclude lead to cand: all error paths of the abstraction instead of only one, so that fewer iterations are needed.
//
// What is ut in the condition without any assumption is not explored. The rest, paths that are ut under predicates,
// only serves as precision: a proof then depends on the explorer alone.
#pragma once

#include "analysis/reach/exploration_limits.h"
#include "task/actor.h"

#include <cstdint>
#include <memory>

namespace tandem::analysis::cegar {

struct CegarOptions {
  reach::ExplorationLimits limits; // of these, the bound on recursion
  std::uint32_t candidates_at_once = 16;
};

std::unique_ptr<task::Actor> make_cegar_explore(CegarOptions options);

} // namespace tandem::analysis::cegar
