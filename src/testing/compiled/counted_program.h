// A copy of a program that reports each edge it takes, by calls of functions that the runtime defines
// (share/testing/runtime.c): coverage is then what the compiled program says it executed.
#pragma once

#include "program/model/program.h"

namespace tandem::testing::compiled {

// Edges of the user's functions, by their ids in the original.
Program with_counters(const Program& original);

} // namespace tandem::testing::compiled
