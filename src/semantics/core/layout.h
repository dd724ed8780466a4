// How an object's bytes are divided into cells: one for each scalar of its type, single bytes for bit-fields and
// padding. A union is divided like its largest member. Symbolic states keep one term per cell, so the division must not
// depend on the path taken; an access that does not match a cell is composed of several.
#pragma once

#include "program/model/type.h"
#include "program/model/variable.h"

#include <cstdint>
#include <functional>

namespace tandem::semantics {

struct Cell {
  std::uint64_t offset = 0; // bytes from the start of the object
  std::uint32_t bytes = 1;

  friend bool operator==(const Cell&, const Cell&) = default;
};

// How the bytes of an object are divided: like the type, or, with a header, like the type up to there and like the type
// of the elements from there on. (Blocks often hold a record with elements behind it.)
struct Division {
  const Type* type = nullptr;    // null: bytes
  std::uint64_t header = 0;      // in bytes; 0: there is none
  const Type* element = nullptr; // behind the header; null: bytes
};

// The cell that contains a byte of an object of this type. Beyond the type's size the pattern repeats (heap blocks with
// several elements); a null type is divided into bytes.
Cell cell_at(const Type* type, std::uint64_t offset);

Cell cell_at(const Division& division, std::uint64_t offset);

// Calls visit(cell) for every cell that overlaps [begin, end), in ascending order.
void for_each_cell(const Division& division, std::uint64_t begin, std::uint64_t end,
                   const std::function<void(const Cell&)>& visit);
void for_each_cell(const Type* type, std::uint64_t begin, std::uint64_t end,
                   const std::function<void(const Cell&)>& visit);

// The bytes a variable needs: more than its type has if a flexible array member is initialised.
std::uint64_t object_size(const Variable& variable);

} // namespace tandem::semantics
