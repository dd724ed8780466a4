// Candidates for a loop that no sample reached, as it happens behind assumptions about inputs: variables that the
// loop's function assigns, compared with constants of the program's comparisons and with parameters that stay as they
// are.
#pragma once

#include "program/model/program.h"

#include <vector>

namespace tandem::analysis::invariants {

std::vector<const Expr*> unsampled_candidates(const Program& program, const Location& location);

} // namespace tandem::analysis::invariants
