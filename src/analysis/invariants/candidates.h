// Candidate invariants of loop heads and of entries and exits of functions: instances of templates that hold in all
// samples. None of them is an invariant before it is proved inductive (invariants.h).
#pragma once

#include "analysis/invariants/samples.h"
#include "program/model/property.h"

#include <vector>

namespace tandem::analysis::invariants {

struct CandidateOptions {
  std::size_t variables = 14;       // related to each other, at most
  std::size_t limit = 160;          // candidates of one location
  const Variable* result = nullptr; // at the exit of a function: the variable that stands for its result
};

// Conditions in the scope of the location, the most informative ones first: the program's own assertions, constants,
// equations, remainders, bounds by constants of the program, order, and all of these under conditions of the program.
std::vector<const Expr*> candidates(const Program& program, const Property& property, const Location& location,
                                    const LocationSamples& samples, const CandidateOptions& options = {});

} // namespace tandem::analysis::invariants
