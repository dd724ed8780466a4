// Violation witnesses in the YAML format 2.0 of SV-COMP: one sequence of segments, each with one waypoint to follow,
// the last of them the target.
#pragma once

#include "exchange/witness/waypoints.h"
#include "exchange/witness/witness_metadata.h"

#include <string>

namespace tandem::exchange::witness {

std::string violation_witness(const Program& program, const Property& property, const Execution& execution,
                              const WitnessMetadata& metadata);

} // namespace tandem::exchange::witness
