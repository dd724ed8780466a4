// Slicing: a program without the statements on which no target depends.
//
// A slice reaches a target whenever the program does: it takes the same relevant decisions in the same order
// (program/dataflow/relevance.h). It may reach more, since irrelevant loops are assumed to terminate and memory
// accesses to succeed; an alarm has to be confirmed on the program itself. Irrelevant inputs are not read.
#pragma once

#include "program/model/property.h"
#include "transform/reduce/reduce.h"

namespace tandem::transform::slice {

// `accesses`: edges of the program whose memory access may be invalid. The slice keeps them, so that they fail in it,
// too.
reduce::Residual slice(const Program& program, const Property& property, std::span<const Edge* const> accesses = {});

// The part of the program that matters to the paths of a residual program: edges that it never executes are treated as
// if they did nothing. Verified paths do not end where the residual program ends them, so that fewer decisions matter.
reduce::Residual slice(const Program& program, const Property& property, const reduce::Residual& open);

// The slice of a residual program, with its origins in the original program.
reduce::Residual sliced(const reduce::Residual& residual, const Property& property);

} // namespace tandem::transform::slice
