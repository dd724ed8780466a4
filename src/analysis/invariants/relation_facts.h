// Inductive relations at loop heads (invariants.h), for engines that analyse a part of a program and need the context
// it runs in. Searched for in a process of its own, so that the time limit holds.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"

#include <chrono>
#include <vector>

namespace tandem::analysis::invariants {

// Each holds on all executions, up to the first error. None if some path could not be executed to its end.
std::vector<exchange::LocationInvariant> relation_facts(const Program& program, const Property& property,
                                                        std::chrono::milliseconds at_most);

} // namespace tandem::analysis::invariants
