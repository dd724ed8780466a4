// Executions that violate what was claimed to be an invariant.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/error_functions.h"

#include <span>
#include <vector>

namespace tandem::analysis::invariants {

// Those that some execution with random inputs violates before it reaches an error. Only comparisons of variables and
// constants are looked at, for whose values no arithmetic is needed.
std::vector<exchange::LocationInvariant> refuted(const Program& program, const ErrorFunctions& error_functions,
                                                 std::span<const exchange::LocationInvariant> claimed);

} // namespace tandem::analysis::invariants
