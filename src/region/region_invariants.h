// What a proof of a region tells about the program: its invariants hold with any values from outside, and so wherever
// the region's code runs.
#pragma once

#include "region/extract.h"

#include <vector>

namespace tandem::region {

// Of invariants of the extracted program, those of the region's own function that speak only of its locals, and of no
// local whose address is taken: about all else the extracted program may keep silent (memory.h, idle.h). They are told
// of the original, up to the first violation of a check.
std::vector<exchange::LocationInvariant> learnt_from(const Extraction& extraction,
                                                     const std::vector<exchange::LocationInvariant>& invariants);

} // namespace tandem::region
