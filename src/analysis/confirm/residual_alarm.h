// Alarms of a transformed program (a residual, a slice, inductive loops) in terms of the original one.
#pragma once

#include "analysis/confirm/confirm.h"
#include "transform/reduce/residual.h"

namespace tandem::analysis::confirm {

// Whose turn the inputs of an alarm are may differ in the original, where loops are cut open for one. That there is an
// alarm is a hint that the error may be reached by other inputs, too: if it is not confirmed, these are tried.
Confirm also_with_other_inputs(Confirm confirm);

// What was found in a residual program, in terms of the original. Values written on the way are not told.
task::Counterexample original(const transform::reduce::Residual& residual, task::Counterexample found);

} // namespace tandem::analysis::confirm
