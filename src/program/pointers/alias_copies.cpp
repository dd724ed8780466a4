// Copies of memory. Unifying source and destination would be sound and cheap, but would merge every buffer that a
// program passes to memcpy; instead the contents of corresponding cells are unified: what one range contains, the
// other may contain. Cells of the source are created in the destination where there is none yet, so that contents
// propagate through memory that is never accessed as such; that may enable other copies, hence iteration until nothing
// changes, with unification of the ranges themselves as the fallback. A copy does not change the shape of a cell:
// bytes of a char buffer may be copied into a record without the record becoming bytes.

#include "program/pointers/alias_constraints.h"

#include "program/model/type.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

// More passes indicate copies between shifted ranges, which create new cells indefinitely.
constexpr int most_passes = 30;

// A cell in a copied range. In an array it stands for the whole array.
struct Leaf {
  Range range; // from the start of the copy
  CellId cell = none;
  std::int64_t size = 0; // of the cell
  Range array;           // the array around it, if its stride is not 0
  std::int64_t stride = 0;
  std::int64_t inner = 0; // the cell's offset in the array's element
};

class Copies {
public:
  Copies(Solver& solver, const std::function<void(const Cell&)>& arrive) : solver_(solver), arrive_(arrive) {}

  void run(const Copy& copy) {
    const BlockId environment = solver_.root(solver_.environment());
    const BlockId to = solver_.root(copy.to.block), from = solver_.root(copy.from.block);
    if (to == environment && from == environment) return;
    if (from == environment) return receive(leaves(copy.to, copy.size));
    if (to == environment) return send(leaves(copy.from, copy.size));
    link(copy);
  }

private:
  void receive(const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) arrive_(solver_.cell(leaf.cell));
  }

  void send(const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) solver_.mark_escape(solver_.cell(leaf.cell).content, Passage::Goes);
  }

  void link(const Copy& copy) {
    const std::vector<Leaf> from = leaves(copy.from, copy.size);
    const std::vector<Leaf> to = leaves(copy.to, copy.size);
    std::size_t first = 0;
    for (const Leaf& source : from) {
      while (first < to.size() && to[first].range.high <= source.range.low) ++first;
      bool found = false;
      for (std::size_t i = first; i < to.size() && to[i].range.low < source.range.high; ++i) {
        if (to[i].range.high <= source.range.low) continue;
        found = true;
        if (source.stride == to[i].stride && source.stride != 0 && source.array.low == to[i].array.low &&
            (source.inner + source.size <= to[i].inner || to[i].inner + to[i].size <= source.inner))
          continue; // different fields of the elements of one array
        solver_.unify_cells(source.cell, to[i].cell);
      }
      if (!found) make(copy.to, source);
    }
  }

  // The cell's counterpart in the destination.
  void make(Spot to, const Leaf& source) {
    Spot spot{to.block, to.offset + source.range.low};
    if (source.stride != 0) {
      const Range array = source.array;
      if (array.high < endless)
        spot = solver_.array_member({to.block, to.offset + array.low}, array.size(), source.stride);
      else
        solver_.repeat(to.block, source.stride);
      spot.offset += source.inner;
    }
    if (!has_room(spot, source.size)) return;
    solver_.access(spot, source.size, nullptr);
    for (const Type* type : std::vector(solver_.cell(source.cell).types)) solver_.access(spot, source.size, type);
    solver_.unify_cells(source.cell, solver_.find_cell(spot).cell);
  }

  // Copies of unknown length are assumed to stay inside the member they write.
  bool has_room(Spot spot, std::int64_t size) const {
    const Spot at = solver_.resolve(spot);
    const Block& block = solver_.block(at.block);
    if (block.stride != 0) return true;
    return block.room.low <= at.offset && at.offset + size <= block.room.high;
  }

  // All cells in a range, by their start.
  std::vector<Leaf> leaves(Spot start, std::int64_t size) const {
    struct Open {
      Spot spot;         // start of what is left to list
      std::int64_t size; // how much of it
      Leaf around;       // with the array, if any
    };
    std::vector<Leaf> result;
    std::vector<Open> open{{start, size, {.range = {0, size}}}};
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      const Spot at = solver_.resolve(next.spot);
      const Block& block = solver_.block(at.block);
      Leaf around = next.around;
      // In an array, an offset does not determine the element.
      const bool is_array = block.stride != 0 && at.offset + next.size > block.stride;
      if (is_array) {
        around.stride = around.stride == 0 ? block.stride : 1;
        around.array = around.range;
      }
      const Range wanted = is_array ? Range{0, block.stride} : Range{at.offset, at.offset + next.size};
      for (const Part& part : block.parts) {
        if (part.end() <= wanted.low || part.offset >= wanted.high) continue;
        Leaf leaf = around;
        if (around.stride == 0) {
          const std::int64_t low = around.range.low + part.offset - at.offset;
          leaf.range = {std::max(low, around.range.low), std::min(low + part.size, around.range.high)};
        }
        leaf.inner = around.stride > 1 ? around.inner + part.offset - (is_array ? 0 : at.offset) : 0;
        if (part.is_block) {
          open.push_back({{part.id, std::max<std::int64_t>(wanted.low - part.offset, 0)},
                          std::min(part.end(), wanted.high) - std::max(part.offset, wanted.low),
                          leaf});
          continue;
        }
        leaf.cell = part.id;
        leaf.size = part.size;
        result.push_back(leaf);
      }
    }
    std::sort(result.begin(), result.end(), [](const Leaf& a, const Leaf& b) {
      return std::pair(a.range.low, a.cell) < std::pair(b.range.low, b.cell);
    });
    return result;
  }

  Solver& solver_;
  const std::function<void(const Cell&)>& arrive_;
};

} // namespace

void run_copies(Solver& solver, const std::vector<Copy>& copies, const std::function<void(const Cell&)>& arrive) {
  Copies runner(solver, arrive);
  for (int pass = 0; pass < most_passes; ++pass) {
    const std::uint64_t before = solver.changes();
    for (const Copy& copy : copies) runner.run(copy);
    if (solver.changes() == before) return;
  }
  for (const Copy& copy : copies) solver.unify(copy.to, copy.from);
}

} // namespace tandem::pointers
