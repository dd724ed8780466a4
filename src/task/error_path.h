// The path of a counterexample with its inputs, as the automaton of a FALSE claims it; how it got into the C library,
// if its error is there; and what else an outcome says of single targets.
#pragma once

#include "exchange/gia/plain_gia.h"
#include "task/outcome.h"

#include <vector>

namespace tandem::task {

// Ends with the target. Inputs that have a name in the source are assumed where the program asks for them.
std::vector<exchange::PathStep> error_path(const Program& program, const Counterexample& counterexample);

// The target itself, or, if it is not in the user's code, the innermost call there; nullptr if there is none on the
// path.
const Edge* users_edge(const Program& program, const Counterexample& found);

// How many inputs (0 or 1) are asked for by the operation that the failing check stands in front of: in `a[i] = input()`
// a compiled program asks before it finds that there is no a[i]. `target` may be null.
unsigned inputs_behind(const Edge* target);

// The targets that an outcome decides, with the path of its counterexample.
exchange::DecidedTargets decided_targets(const Program& program, const Outcome& outcome);

} // namespace tandem::task
