// The second actor of component-based CEGAR (cegar_explore.h), the feasibility checker: asks a solver for inputs that
// take a candidate path. A feasible path that a run confirms is an error; infeasible paths stay candidates for the
// refiner. Paths of which neither is known are dropped: the refiner could not learn from them.
#pragma once

#include "analysis/cegar/cegar_explore.h"
#include "analysis/confirm/confirm.h"
#include "task/actor.h"

namespace tandem::analysis::cegar {

std::unique_ptr<task::Actor> make_cegar_feasible(CegarOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::cegar
