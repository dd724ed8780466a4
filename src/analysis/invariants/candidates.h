// Guesses at what holds at the head of a loop, or when a function begins or ends: templates that agree with samples.
// Nothing here is true before somebody has proved it (invariants.h).
#pragma once

#include "analysis/invariants/samples.h"
#include "program/model/property.h"

#include <vector>

namespace tandem::analysis::invariants {

struct CandidateOptions {
  std::size_t variables = 14;       // at most so many are related to each other
  std::size_t limit = 160;          // of one place
  const Variable* result = nullptr; // at the exit of a function: what stands for its result
};

// Conditions in the scope of the location, the most telling ones first: constants, linear equations, bounds
// by constants of the program, order, remainders, and the program's own assertions.
std::vector<const Expr*> candidates(const Program& program, const Property& property, const Location& location,
                                    const LocationSamples& samples, const CandidateOptions& options = {});

} // namespace tandem::analysis::invariants
