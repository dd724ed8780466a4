// Definite assignment: which reads of variables in slots may be uninitialised. Only those are checked at run time.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::semantics::interpreter {

struct MaybeUninitialisedReads {
  // For an edge, the variables it may read before they are assigned.
  std::unordered_map<const Edge*, std::vector<const Variable*>> by_edge;
  std::unordered_set<const Variable*> variables; // all of them
};

// Considers the function's own locals that live in slots; temporaries are assigned before they are read.
MaybeUninitialisedReads maybe_uninitialised_reads(const Function& function);

} // namespace tandem::semantics::interpreter
