// What a proof of a region says about the program: its invariants hold for all inputs of the region, hence wherever the
// region's code is executed.
#pragma once

#include "region/extract.h"

#include <vector>

namespace tandem::region {

// Of the invariants of the extracted program, those of the region's own function that mention only locals whose address
// is not taken: changes of everything else may be missing from the extracted program (memory.h, effect_free.h). They
// hold in the original up to the first violation of a check.
std::vector<exchange::LocationInvariant> learnt_from(const Extraction& extraction,
                                                     const std::vector<exchange::LocationInvariant>& invariants);

} // namespace tandem::region
