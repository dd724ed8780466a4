// Relations at the heads of loops that carry themselves by induction (invariants.h), for engines that look at parts of
// a program and want to know what holds around them. Looked for in a process of its own, so that the time given holds.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"

#include <chrono>
#include <vector>

namespace tandem::analysis::invariants {

// Each holds on all executions, up to the first error. None if the program could not be followed everywhere.
std::vector<exchange::LocationInvariant> relation_facts(const Program& program, const Property& property,
                                                        std::chrono::milliseconds at_most);

} // namespace tandem::analysis::invariants
