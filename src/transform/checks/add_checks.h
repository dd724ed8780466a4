// A program in which unwanted behaviour is a call of an error function: every engine, reducer and tool that looks for
// error calls then checks for it, without knowing of it.
#pragma once

#include "program/model/property.h"

#include <vector>

namespace tandem::transform::checks {

struct CheckedProgram {
  Program program;
  Property property;                    // with the checks' error functions and what each of them is about
  std::vector<const Edge*> edge_origin; // by id; nullptr for the checks
};

// The checks that the property names.
CheckedProgram add_checks(const Program& program, const Property& property);

} // namespace tandem::transform::checks
