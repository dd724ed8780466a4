// The execution that a model of the unwound program describes: the target it reaches, its inputs, and the environment
// memory it reads.
#pragma once

#include "smt/solver/solver.h"
#include "symex/unwind.h"
#include "task/outcome.h"

namespace tandem::analysis::bounded {

// After a query that was satisfied. Not confirmed yet.
task::Counterexample counterexample_in_model(const symex::Unwinding& unwinding, smt::Terms& terms, smt::Solver& solver);

} // namespace tandem::analysis::bounded
