// Environment memory: memory that the program neither declares nor allocates, to which pointers lead that were returned
// by undefined functions or never initialised. Its blocks have fixed addresses, the same in the symbolic semantics and
// the interpreter, so that a counterexample that depends on such memory can be replayed.
#pragma once

#include "program/model/type.h"

#include <cstdint>
#include <optional>

namespace tandem::semantics {

constexpr std::uint64_t environment_block_size(DataModel model) { return model == DataModel::LP64 ? 1 << 17 : 3 << 14; }

// In the interpreter's address space these are the addresses of the first objects.
constexpr std::uint64_t environment_block_address(DataModel model, std::uint32_t index) {
  if (model == DataModel::ILP32) return 0x100'0000 + std::uint64_t{index} * 0x2'0000;
  const std::uint64_t slot = index + std::uint64_t{1};
  return (slot << 32) + 0x1000'0000 + (slot % 4096) * 0x1'0000;
}

constexpr std::uint32_t most_environment_blocks = 512;

// The value of a pointer to the block. It does not point to the start, since some pointers lead into a larger object.
constexpr std::uint64_t environment_pointer(DataModel model, std::uint32_t index) {
  return environment_block_address(model, index) + environment_block_size(model) / 4;
}

// The block that contains an address.
constexpr std::optional<std::uint32_t> environment_block_at(DataModel model, std::uint64_t address) {
  const std::uint64_t index = model == DataModel::ILP32 ? (address - 0x100'0000) / 0x2'0000 : (address >> 32) - 1;
  if (index >= most_environment_blocks) return std::nullopt;
  const std::uint64_t start = environment_block_address(model, static_cast<std::uint32_t>(index));
  if (address < start || address - start >= environment_block_size(model)) return std::nullopt;
  return static_cast<std::uint32_t>(index);
}

} // namespace tandem::semantics
