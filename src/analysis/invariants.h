// Loop invariants by guessing and checking: candidates that agree with samples, of which those are dropped that fail on
// entry or are not preserved by a round, until the rest carries itself (Houdini: Flanagan and Leino, FME 2001).
#pragma once

#include "task/actor.h"

#include <string>
#include <vector>

namespace tandem::analysis {

struct InvariantOptions {
  std::string solver = "sat";
};

// What holds whenever a loop's head is reached. Paths are followed only as far as the unwinding knows how to go on; on
// them, every invariant holds up to the first point that it does not (a gap, or a recursion that was cut).
std::vector<automata::LocationInvariant> find_invariants(const task::Task& task, task::Monitor& monitor,
                                                         const InvariantOptions& options = {});

} // namespace tandem::analysis
