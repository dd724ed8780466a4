// Slicing: a program without what has nothing to do with its errors.
//
// A slice reaches an error whenever the program does: it makes the same decisions in the same order as far as they
// matter (program/relevance.h). Loops that do not matter are taken to end and accesses to memory to succeed, so that it
// may reach more; an alarm has to be tried out on the program itself. Inputs that do not matter are not asked for.
#pragma once

#include "automata/reduce.h"
#include "program/property.h"

namespace tandem::automata {

// `accesses`: edges of the program at which memory may not be there. The slice has them, so that they go wrong in it,
// too.
Residual slice(const Program& program, const Property& property, std::span<const Edge* const> accesses = {});

// Of the program, what matters to the paths of a residual: what it executes nowhere does nothing. Settled paths do not
// end where they end in the residual, so that fewer decisions matter.
Residual slice(const Program& program, const Property& property, const Residual& open);

// What a residual program becomes when it is sliced too, with the origins in the first program.
Residual sliced(const Residual& residual, const Property& property);

} // namespace tandem::automata
