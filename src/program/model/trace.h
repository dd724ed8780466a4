// What is recorded of an execution besides the edges it took.
#pragma once

#include "program/model/expr.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

struct Edge;

// A scalar that an edge wrote to its lvalue.
struct WrittenValue {
  // Index of the edge among those executed; of a call, the index of the last edge before its result was written.
  std::size_t step = 0;
  const Edge* edge = nullptr;
  UInt128 bits = 0;
};

// The environment memory of an execution: numbered blocks of which some bytes are known. Their addresses are
// determined by semantics/core/environment_memory.h.
struct EnvironmentMemory {
  struct Piece {
    std::uint32_t block = 0;
    std::uint64_t offset = 0;
    std::string bytes;
  };
  bool is_used = false;
  std::vector<Piece> pieces;
  std::uint32_t lazily_initialised = 0; // how many of the last blocks were created by replays on demand
};

} // namespace tandem
