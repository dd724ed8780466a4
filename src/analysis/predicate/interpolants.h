// Predicates from interpolants: the second source of refinement, for paths that preconditions lose or list values for.
#pragma once

#include "analysis/abstraction/abstraction.h"
#include "analysis/abstraction/chain.h"

#include <chrono>
#include <vector>

namespace tandem::analysis::predicate {

// For each block of the chain but the first, what holds before it, so that the chain cannot be taken from what is known
// before each block; checked block by block. Empty if nothing was found in time.
std::vector<smt::Term> chain_interpolants(const abstraction::Chain& chain, smt::Terms& terms,
                                          abstraction::Abstraction& abstraction, std::chrono::milliseconds limit);

} // namespace tandem::analysis::predicate
