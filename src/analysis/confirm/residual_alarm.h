// Alarms of a transformed program (a residual, a slice, inductive loops) in terms of the original one.
#pragma once

#include "analysis/confirm/confirm.h"
#include "transform/reduce/residual.h"

namespace tandem::analysis::confirm {

// The inputs of an alarm may be read in another order by the original program, for instance after the inductive loop
// transformation. An alarm is still a hint that the error may be reachable with other inputs: if it is not confirmed,
// these are tried.
Confirm also_with_other_inputs(Confirm confirm);

// A counterexample of a residual program in terms of the original. Values written on its path are dropped.
task::Counterexample original(const transform::reduce::Residual& residual, task::Counterexample found);

} // namespace tandem::analysis::confirm
