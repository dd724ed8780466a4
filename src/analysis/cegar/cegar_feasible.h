// The second actor of component-based CEGAR (cegar_explore.h), the feasibility checker: asks a solver for inputs that
// take a candidate path. A path that can be taken, confirmed by a run, is an error; those that cannot stay candidates,
// for the refiner. Paths that are neither are dropped: nothing can be learnt from them.
#pragma once

#include "analysis/cegar/cegar_explore.h"
#include "analysis/confirm/confirm.h"
#include "task/actor.h"

namespace tandem::analysis::cegar {

std::unique_ptr<task::Actor> make_cegar_feasible(CegarOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::cegar
