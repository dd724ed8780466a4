// Values that somebody else came up with, tried out: they become inputs of a run, which gives them their types, and
// what reaches the error there is confirmed like every other alarm.
#pragma once

#include "analysis/confirm.h"
#include "task/given_input.h"

namespace tandem::analysis {

task::Counterexample replay(const Program& program, const std::vector<task::GivenInput>& given,
                            const ConfirmOptions& options = {});

} // namespace tandem::analysis
