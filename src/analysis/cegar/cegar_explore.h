// Component-based CEGAR, in which three actors exchange nothing but automata ("Exchanging Information in Cooperative
// Software Validation", figure 10). This is the first, the abstract model explorer: predicate abstraction with the
// predicates on the ut paths of its condition (given_predicates.h), and no others. What it cannot exclude are paths to
// cand: all error paths that its abstraction has, not one of them only, so that fewer rounds are needed.
//
// Of the condition's ut part, what is ut without any assumption is not explored. The rest, paths that are ut under
// predicates, serves as precision alone: a proof then rests on nobody but the explorer.
#pragma once

#include "task/actor.h"

#include <cstdint>
#include <memory>

namespace tandem::analysis::cegar {

struct CegarOptions {
  std::uint32_t recursion_bound = 16;
  std::uint32_t candidates_at_once = 16;
};

std::unique_ptr<task::Actor> make_cegar_explore(CegarOptions options);

} // namespace tandem::analysis::cegar
