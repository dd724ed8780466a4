// Predicates from interpolants: the second source of refinement, for paths on which preconditions fail or enumerate
// values.
#pragma once

#include "analysis/abstraction/abstraction.h"
#include "analysis/abstraction/chain.h"

#include <chrono>
#include <vector>

namespace tandem::analysis::predicate {

// An inductive sequence of interpolants: for each block of the chain but the first, what holds before it, such that the
// chain is infeasible; checked block by block. Empty if none was found in time.
std::vector<smt::Term> chain_interpolants(const abstraction::Chain& chain, smt::Terms& terms,
                                          abstraction::Abstraction& abstraction, std::chrono::milliseconds limit);

} // namespace tandem::analysis::predicate
