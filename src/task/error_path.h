// The path of a counterexample with its inputs, as the automaton of a FALSE claims it.
#pragma once

#include "exchange/gia/plain_gia.h"
#include "task/counterexample.h"

#include <vector>

namespace tandem::task {

// Ends with the target. Inputs that have a name in the source are assumed where the program asks for them.
std::vector<exchange::PathStep> error_path(const Program& program, const Counterexample& counterexample);

} // namespace tandem::task
