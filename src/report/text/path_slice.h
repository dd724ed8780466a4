// Which steps of an execution its last step depends on: a dynamic slice.
//
// Korel and Laski, "Dynamic program slicing" (1988), on a recorded path: backwards from the error, a branch matters if
// what follows depends on its outcome (control dependence, via post-dominators), a write if its value is read by a step
// that matters. A branch also matters if its other side could have written what is read later, as in path slices (Jhala
// and Majumdar, PLDI 2005): a loop that ends is a reason for its result. Where we differ: memory is known by the
// regions of the alias partition only, since the path has no addresses, so that a write may be kept that was to another
// element. Nothing that matters is left out, except what keeps an execution from ending early (assumptions about values
// that do not matter otherwise).
#pragma once

#include "exchange/witness/source_steps.h"
#include "program/model/program.h"

#include <span>
#include <vector>

namespace tandem::report {

// By index in the path. `steps` are those of the same path.
std::vector<bool> path_slice(const Program& program, std::span<const Edge* const> path,
                             std::span<const exchange::witness::SourceStep> steps);

} // namespace tandem::report
