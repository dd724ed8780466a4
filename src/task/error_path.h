// The path of a counterexample with its inputs, as the automaton of a FALSE claims it, and what else an outcome says of
// single targets.
#pragma once

#include "exchange/gia/plain_gia.h"
#include "task/outcome.h"

#include <vector>

namespace tandem::task {

// Ends with the target. Inputs that have a name in the source are assumed where the program asks for them.
std::vector<exchange::PathStep> error_path(const Program& program, const Counterexample& counterexample);

// The targets that an outcome decides, with the path of its counterexample.
exchange::DecidedTargets decided_targets(const Program& program, const Outcome& outcome);

} // namespace tandem::task
