// Values that somebody else came up with, tried out: they become inputs of a run, which gives them their types, and
// what reaches the error there is confirmed like every other alarm.
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/given_input.h"

namespace tandem::analysis::confirm {

// `slice`: of the program, which asks for fewer values; those given are what it asks for. Otherwise nullptr.
task::Counterexample replay(const Program& program, const transform::reduce::Residual* slice,
                            const std::vector<task::GivenInput>& given, const ConfirmOptions& options = {});

} // namespace tandem::analysis::confirm
