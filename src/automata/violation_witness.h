// Violation witnesses in the YAML format 2.0 of SV-COMP: one sequence of segments, each with one waypoint to follow,
// the last of them the target.
#pragma once

#include "automata/waypoints.h"
#include "automata/witness_metadata.h"

#include <string>

namespace tandem::automata {

std::string violation_witness(const Program& program, const Property& property, const Execution& execution,
                              const WitnessMetadata& metadata);

} // namespace tandem::automata
