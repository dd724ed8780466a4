// From solved equations to regions: one for each cell, with its members, types and how it is reached.
#pragma once

#include "program/pointers/alias_constraints.h"

#include <vector>

namespace tandem::pointers {

struct Regions {
  std::vector<Region> regions;
  std::vector<RegionId> of_cell; // none for cells that were united with others
};

Regions make_regions(const Constraints& constraints);

// Everything in `size` bytes from a spot on; with a negative `low` also what lies before it.
std::vector<LvaluePart> parts_of(const Solver& solver, const Regions& regions, Spot spot, Range range);

} // namespace tandem::pointers
