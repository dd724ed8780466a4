// Replay of input values that an external tool reports: they become inputs of a run, which determines their types, and
// what reaches the error there is confirmed like any other alarm.
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/given_input.h"

namespace tandem::analysis::confirm {

// `slice`: the slice of the program that the tool was given, if any; the values are then those that the slice reads.
task::Counterexample replay(const Program& program, const transform::reduce::Residual* slice,
                            const std::vector<task::GivenInput>& given, const ConfirmOptions& options = {});

} // namespace tandem::analysis::confirm
