// From solved constraints to regions: one for each cell, with its members, its types and how it is reached.
#pragma once

#include "program/pointers/alias_constraints.h"

#include <vector>

namespace tandem::pointers {

struct Regions {
  std::vector<Region> regions;
  std::vector<CellId> cells;     // by region id
  std::vector<RegionId> of_cell; // none for cells that were united with another one
};

Regions make_regions(const Constraints& constraints);

// All parts in a range relative to a spot; with a negative `low` also those before it.
std::vector<LvaluePart> parts_of(const Solver& solver, const Regions& regions, Spot spot, Range range);

} // namespace tandem::pointers
