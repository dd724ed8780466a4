// What is kept of an execution beside the edges it took.
#pragma once

#include "program/expr.h"

#include <cstddef>

namespace tandem {

struct Edge;

// A scalar that an edge wrote to its place.
struct WrittenValue {
  // Index of the edge among those executed; of a call, the index of the last edge before its result was written.
  std::size_t step = 0;
  const Edge* edge = nullptr;
  UInt128 bits = 0;
};

} // namespace tandem
