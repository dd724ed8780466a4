// Slicing: a program without what has nothing to do with its errors.
//
// A slice reaches an error whenever the program does: it makes the same decisions in the same order as far as they
// matter (program/dataflow/relevance.h). Loops that do not matter are taken to end and accesses to memory to succeed,
// so that it may reach more; an alarm has to be tried out on the program itself. Inputs that do not matter are not
// asked for.
#pragma once

#include "program/model/property.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::slice {

// `accesses`: edges of the program at which memory may not be there. The slice has them, so that they go wrong in it,
// too.
reduce::Residual slice(const Program& program, const Property& property, std::span<const Edge* const> accesses = {});

// Of the program, what matters to the paths of a residual: what it executes nowhere does nothing. Settled paths do not
// end where they end in the residual, so that fewer decisions matter.
reduce::Residual slice(const Program& program, const Property& property, const reduce::Residual& open);

// What a residual program becomes when it is sliced too, with the origins in the first program.
reduce::Residual sliced(const reduce::Residual& residual, const Property& property);

} // namespace tandem::transform::slice
