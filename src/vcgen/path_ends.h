// Whether the bound leaves any execution complete. Where it does not, verdicts are about the beginnings of executions
// only, and with a global context (cnf, scnf) they say nothing at all.
#pragma once

#include "vcgen/prove.h"

namespace tandem::vcgen {

enum class PathEnds : std::uint8_t { Some, None, Unknown };

// By one query: the assignments and assumptions, and none of the points that lie beyond the bound.
PathEnds path_ends(BoundedProgram& program, const MakeSolver& make_solver);

} // namespace tandem::vcgen
