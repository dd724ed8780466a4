// The second actor of component-based CEGAR (cegar_explore.h), the feasibility checker: asks a solver for inputs that
// take a candidate path. A path that can be taken, confirmed by a run, is an error; those that cannot stay candidates,
// for the refiner. Paths that are neither are dropped: nothing can be learnt from them.
#pragma once

#include "analysis/bmc.h"
#include "analysis/cegar_explore.h"

namespace tandem::analysis {

std::unique_ptr<task::Actor> make_cegar_feasible(CegarOptions options, Confirm confirm);

} // namespace tandem::analysis
