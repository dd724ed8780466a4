// One region per cell that an object or an expression reaches. Blocks are expanded from the outside in with an
// explicit stack; a block that repeats adds a repetition instead of its elements, so that the cost does not depend on
// the lengths of arrays.

#include "program/pointers/alias_regions.h"

#include "program/model/type.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

// A cell relative to the start of an object or lvalue.
struct Seen {
  CellId cell = none;
  std::int64_t offset = 0;
  std::int64_t size = 0;
  std::vector<Repetition> repetitions;
};

std::vector<Seen> cells_in(const Solver& solver, Spot start, Range range) {
  struct Open {
    Spot spot;   // what is at `base` of the whole
    Range range; // what is wanted of it, relative to the spot
    std::int64_t base;
    std::vector<Repetition> repetitions;
  };
  std::vector<Seen> result;
  std::vector<Open> open{{start, range, 0, {}}};
  while (!open.empty()) {
    Open next = std::move(open.back());
    open.pop_back();
    const Spot at = solver.resolve(next.spot);
    const Block& block = solver.block(at.block);
    // Offset 0 of the block, seen from the start of the whole; in an array that of the first element.
    std::int64_t zero = next.base - at.offset;
    Range wanted{at.offset + next.range.low, at.offset + next.range.high};
    if (block.stride != 0) wanted = {0, block.stride};
    for (const Part& part : block.parts) {
      if (part.end() <= wanted.low || part.offset >= wanted.high) continue;
      std::int64_t offset = zero + part.offset;
      std::vector<Repetition> repetitions = next.repetitions;
      if (block.stride != 0) {
        if (offset + part.size <= next.base + next.range.low) offset += block.stride;
        const std::int64_t room = next.base + next.range.high - offset; // a part may begin before the range
        const bool has_end = next.range.high < endless;
        repetitions.push_back({static_cast<std::uint64_t>(block.stride),
                               has_end ? static_cast<std::uint64_t>((room - 1) / block.stride + 1) : 0});
      }
      if (part.is_block) {
        const std::int64_t low = std::max<std::int64_t>(wanted.low - part.offset, 0);
        open.push_back({{part.id, low},
                        {0, std::min(part.end(), wanted.high) - part.offset - low},
                        offset + low,
                        std::move(repetitions)});
      } else {
        result.push_back({part.id, offset, part.size, std::move(repetitions)});
      }
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Seen& a, const Seen& b) { return std::pair(a.offset, a.cell) < std::pair(b.offset, b.cell); });
  return result;
}

enum class Representation : std::uint8_t { Bits, Float };

Representation representation(const Type& type) {
  return type.is_float() ? Representation::Float : Representation::Bits;
}

// The type all accesses agree on, as far as the representation goes.
const Type* element_of(const Cell& cell) {
  if (cell.is_mixed || cell.types.empty()) return nullptr;
  const Type& first = *cell.types.front();
  for (const Type* type : cell.types)
    if (type->width() != first.width() || type->size() != first.size() ||
        representation(*type) != representation(first))
      return nullptr;
  return &first;
}

// By block: whether it is one of these or lies in one of them.
std::vector<bool> inside(const Solver& solver, std::vector<BlockId> work) {
  std::vector<bool> result(solver.block_count(), false);
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    if (result[block]) continue;
    result[block] = true;
    for (const Part& part : solver.block(block).parts)
      if (part.is_block) work.push_back(solver.root(part.id));
  }
  return result;
}

std::vector<BlockId> pointed_blocks(const Solver& solver) {
  std::vector<BlockId> result{solver.root(solver.environment())};
  for (PointerId pointer = 0; pointer < solver.pointer_count(); ++pointer)
    if (solver.root_pointer(pointer) == pointer) result.push_back(solver.root(solver.pointee(pointer).block));
  return result;
}

class Maker {
public:
  explicit Maker(const Constraints& constraints) : constraints_(constraints), solver_(constraints.solver()) {
    result_.of_cell.assign(solver_.cell_count(), none);
  }

  Regions make() {
    for (const MemoryObject& object : constraints_.objects()) add_members(object);
    // Memory that is only reached through pointers that point to no object.
    for (const Spot& spot : constraints_.lvalue_spots())
      if (spot.block != none)
        for (const Seen& seen : cells_in(solver_, spot, {0, 1})) region(seen.cell);
    mark();
    return std::move(result_);
  }

private:
  Region& region(CellId cell) {
    RegionId& id = result_.of_cell[cell];
    if (id == none) {
      id = static_cast<RegionId>(result_.regions.size());
      result_.cells.push_back(cell);
      result_.regions.push_back(
          {.id = id, .types = solver_.cell(cell).types, .element = element_of(solver_.cell(cell))});
    }
    return result_.regions[id];
  }

  void add_members(const MemoryObject& object) {
    const bool has_size = object.kind == ObjectKind::Variable && object.variable->type->size() != 0;
    const std::int64_t size = has_size ? static_cast<std::int64_t>(object.variable->type->size()) : endless;
    for (Seen& seen : cells_in(solver_, {constraints_.block_of(object.id), 0}, {0, size}))
      region(seen.cell).members.push_back(
          {object.id, seen.offset, static_cast<std::uint64_t>(seen.size), std::move(seen.repetitions)});
  }

  void mark() {
    const std::vector<bool> is_pointed = inside(solver_, pointed_blocks(solver_));
    const std::vector<bool> is_external = inside(solver_, constraints_.external_blocks());
    for (Region& region : result_.regions) region.is_plain = true;
    for (BlockId block = 0; block < solver_.block_count(); ++block) {
      if (solver_.root(block) != block) continue;
      for (const Part& part : solver_.block(block).parts) {
        if (part.is_block || result_.of_cell[part.id] == none) continue;
        Region& region = result_.regions[result_.of_cell[part.id]];
        if (is_pointed[block]) region.is_plain = false;
        if (is_external[block]) region.is_external = true;
      }
    }
  }

  const Constraints& constraints_;
  const Solver& solver_;
  Regions result_;
};

} // namespace

Regions make_regions(const Constraints& constraints) { return Maker(constraints).make(); }

std::vector<LvaluePart> parts_of(const Solver& solver, const Regions& regions, Spot spot, Range range) {
  std::vector<LvaluePart> result;
  for (Seen& seen : cells_in(solver, spot, range))
    if (regions.of_cell[seen.cell] != none)
      result.push_back({seen.offset, static_cast<std::uint64_t>(seen.size), std::move(seen.repetitions),
                        regions.of_cell[seen.cell]});
  return result;
}

} // namespace tandem::pointers
