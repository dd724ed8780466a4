// A copy of a program that reports each edge it takes, by calls of functions that the runtime defines
// (share/testing/runtime.c): coverage is then what the compiled program says it executed.
#pragma once

#include "program/model/program.h"

namespace tandem::testing::compiled {

// Of the user's functions, by the ids of edges in the original.
enum class Counted : std::uint8_t {
  Edges,       // all
  Comparisons, // branches, with the operands of the comparison that decides, and functions that are entered
};
Program with_counters(const Program& original, Counted counted);

} // namespace tandem::testing::compiled
