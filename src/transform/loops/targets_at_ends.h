// A program in which reaching an error ends an execution quietly, and every other end of an execution is an error:
// verifying it checks that all executions that end reach a target. Executions that never end are not examined.
#pragma once

#include "program/model/property.h"

namespace tandem::transform::loops {

struct EndsProgram {
  Program program; // edges have the names of the original's
  Property property;
};

EndsProgram targets_at_ends(const Program& program, const Property& property);

} // namespace tandem::transform::loops
