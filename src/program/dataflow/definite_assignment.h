// Definite assignment: which reads of scalar locals may be uninitialised. Only those need a check.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::dataflow {

struct MaybeUninitialisedReads {
  // For an edge, the variables it may read before they are assigned.
  std::unordered_map<const Edge*, std::vector<const Variable*>> by_edge;
  std::unordered_set<const Variable*> variables; // all of them
};

// Considers the function's own scalar locals whose address is not taken; temporaries are assigned before they are read.
MaybeUninitialisedReads maybe_uninitialised_reads(const Function& function);

} // namespace tandem::dataflow
