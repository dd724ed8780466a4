// Predicate analysis: lazy abstraction with adjustable blocks. The program is explored block by block
// (abstraction/block.h); where a block ends, its result is abstracted with the precision of that location
// (abstraction/abstraction.h). An infeasible error path yields new predicates (refinement.h), and only the part of the
// graph that they concern is explored again.
//
// Henzinger, Jhala, Majumdar, Sutre, "Lazy Abstraction" (POPL 2002); Beyer, Keremoglu, Wendler (FMCAD 2010).
#pragma once

#include "analysis/abstraction/block.h"
#include "analysis/confirm/confirm.h"
#include "analysis/reach/exploration_limits.h"
#include "task/actor.h"

#include <memory>
#include <string>

namespace tandem::analysis::predicate {

struct PredicateOptions {
  abstraction::Boundaries boundaries = abstraction::Boundaries::Loops;
  std::uint32_t block_size = 0;
  reach::ExplorationLimits limits;    // what goes beyond stays open
  std::string solver = "sat-minisat"; // for many small queries
  std::string path_solver = "sat";    // for whole paths
};

std::unique_ptr<task::Actor> make_predicate(PredicateOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::predicate
