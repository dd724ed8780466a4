// Blocks and their parts: the memory half of the solver. Blocks form a weighted union-find forest: each node stores
// its displacement from its parent, as in union-find with offsets (difference constraints), so that unifying two spots
// fixes the displacement of two whole blocks, and the smaller block is moved into the larger one. If both spots lie in
// one block already, their distance becomes a period: the block repeats with the greatest common divisor of all such
// distances (do_repeat), and its parts are reinserted modulo that stride.
//
// Inserting a part keeps parts disjoint (do_insert). Overlapping cells are united into one "mixed" cell that covers
// both; a part inside a member moves into the member; a member that partially overlaps something else cannot be kept
// apart and is merged into its surroundings (dissolve). The same happens when a use exceeds the room that a member has
// (check_room). Each of these steps coarsens the partition, and their consequences are queued as tasks rather than
// called recursively.

#include "program/pointers/alias_solver.h"

#include "base/core/require.h"
#include "program/model/type.h"

#include <algorithm>
#include <numeric>

namespace tandem::pointers {

namespace {

std::int64_t modulo(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

// The convex hull of two ranges; empty ones do not count.
Range hull(Range a, Range b) {
  if (a.size() <= 0) return b;
  if (b.size() <= 0) return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range moved(Range range, std::int64_t by) { return {range.low + by, range.high + by}; }

bool by_offset(const Part& part, std::int64_t offset) { return part.end() <= offset; }

void add_type(Cell& cell, const Type* type) {
  if (type == nullptr) return;
  const auto at = std::lower_bound(cell.types.begin(), cell.types.end(), type,
                                   [](const Type* a, const Type* b) { return a->id() < b->id(); });
  if (at == cell.types.end() || *at != type) cell.types.insert(at, type);
}

} // namespace

BlockId Solver::add_block(std::int64_t size, std::int64_t stride) {
  Block& block = blocks_.emplace_back();
  block.stride = stride;
  block.extent = {0, size};
  return static_cast<BlockId>(blocks_.size() - 1);
}

Spot Solver::resolve(Spot spot) const {
  const Spot at = resolve_unreduced(spot);
  const std::int64_t stride = blocks_[at.block].stride;
  return {at.block, stride == 0 ? at.offset : modulo(at.offset, stride)};
}

Spot Solver::resolve_unreduced(Spot spot) const {
  BlockId root = spot.block;
  std::int64_t shift = 0;
  for (; blocks_[root].up != none; root = blocks_[root].up) shift += blocks_[root].shift;
  // Path compression: everything on the path becomes a child of the root, with the accumulated shift.
  std::int64_t rest = shift;
  for (BlockId at = spot.block; at != root;) {
    const BlockId up = blocks_[at].up;
    const std::int64_t own = blocks_[at].shift;
    blocks_[at].up = root;
    blocks_[at].shift = rest;
    rest -= own;
    at = up;
  }
  return {root, spot.offset + shift};
}

void Solver::unify(Spot a, Spot b) {
  later_unify(a, b);
  run();
}

void Solver::do_unify(Spot a, Spot b) {
  a = resolve_unreduced(a);
  b = resolve_unreduced(b);
  if (a.block == b.block) {
    if (a.offset == b.offset) return;
    const std::int64_t distance = std::abs(a.offset - b.offset);
    Block& block = blocks_[a.block];
    block.widest_step = std::max(block.widest_step, distance);
    do_repeat(a.block, distance);
    check_room(a.block);
    return;
  }
  const auto weight = [this](BlockId id) { return blocks_[id].parts.size() + blocks_[id].links.size(); };
  if (weight(a.block) < weight(b.block)) std::swap(a, b);
  absorb(a.block, b.block, a.offset - b.offset);
}

void Solver::absorb(BlockId into, BlockId from, std::int64_t shift) {
  ++changes_;
  const Block block = std::move(blocks_[from]);
  blocks_[from] = Block{.up = into, .shift = shift};
  if (block.stride != 0) do_repeat(into, block.stride);
  blocks_[into].widest_step = std::max(blocks_[into].widest_step, block.widest_step);
  blocks_[into].back_step = std::min(blocks_[into].back_step, block.back_step);
  blocks_[into].least_step = std::min(blocks_[into].least_step, block.least_step);
  blocks_[into].reach = hull(blocks_[into].reach, moved(block.reach, shift));
  blocks_[into].roams |= block.roams;
  for (const Link& link : block.links)
    add_link(into, {link.outer, link.offset - shift, moved(link.room, shift), moved(link.run, shift)});
  const SignatureId known = blocks_[into].signature;
  if (known == none)
    blocks_[into].signature = block.signature;
  else if (block.signature != none)
    unify_signatures(known, block.signature);
  for (Part part : block.parts) {
    part.offset += shift;
    later_insert(into, part);
  }
  extend(into, moved(block.extent, shift));
  check_room(into);
}

void Solver::repeat(BlockId block, std::int64_t stride) {
  do_repeat(root(block), stride);
  run();
}

void Solver::do_repeat(BlockId root, std::int64_t stride) {
  Block& block = blocks_[root];
  const std::int64_t common = std::gcd(block.stride, stride);
  if (common == block.stride) return;
  ++changes_;
  block.extent = {};
  block.stride = common;
  const std::vector<Part> parts = std::move(block.parts);
  block.parts.clear();
  for (const Part& part : parts) later_insert(root, part);
  check_room(root);
}

void Solver::extend(BlockId root, Range range) {
  Block& block = blocks_[root];
  if (block.stride == 0) block.extent = hull(block.extent, range);
}

void Solver::add_link(BlockId root, Link link) {
  Block& block = blocks_[root];
  block.has_run |= link.run.size() > link.room.size();
  block.links.push_back(link);
  block.room = {std::max(block.room.low, link.room.low), std::min(block.room.high, link.room.high)};
}

bool Solver::fits(const Block& block, Range room) const {
  if (block.roams) return false;
  // Moved repeatedly by steps that exceed the member's size.
  if (block.widest_step >= room.size() && block.least_step < block.widest_step) return false;
  if (block.stride == 0) return room.contains(block.extent);
  // A use around a pointer to an unknown element is assumed to stay in the array if the array is large enough for it.
  const bool has_room =
      block.reach.low > room.low - room.size() && block.reach.high <= room.high && block.reach.size() <= room.size();
  // Moving back by bytes in an array of larger elements, or in a flexible array, is how container_of leaves it.
  return has_room && block.back_step >= (room.size() >= endless ? endless : block.stride);
}

// Merges the block with everything it is a member of but does not fit into.
void Solver::check_room(BlockId root) {
  const Block& block = blocks_[root];
  // A block cannot be its own member; it would have to repeat with a larger stride than the member has room.
  const bool stays = block.stride <= block.room.size() && (!block.has_run || block.widest_step < block.room.size());
  if (block.links.empty() || (stays && fits(block, block.room))) return;
  const std::vector<Link> links = std::move(blocks_[root].links);
  blocks_[root].links.clear();
  blocks_[root].room = {-endless, endless};
  blocks_[root].has_run = false;
  for (const Link& link : links) {
    if (fits(blocks_[root], link.room) && this->root(link.outer) != root) {
      reach_neighbours(root, link);
      continue;
    }
    auto& parts = blocks_[this->root(link.outer)].parts;
    std::erase_if(parts, [&](const Part& part) { return part.is_block && this->root(part.id) == root; });
    later_unify({root, 0}, {link.outer, link.offset});
  }
}

// Keeps a link. A member that is used as an array becomes one, together with its neighbours of the same type.
void Solver::reach_neighbours(BlockId root, const Link& link) {
  if (link.run.size() <= link.room.size() || blocks_[root].widest_step < link.room.size()) return add_link(root, link);
  add_link(root, {link.outer, link.offset, link.room, link.room});
  const std::int64_t stride = blocks_[root].stride;
  const BlockId array = add_block(stride, stride);
  later_insert(link.outer, {.offset = link.offset + link.run.low,
                            .size = link.run.size(),
                            .id = array,
                            .is_block = true,
                            .run_high = link.run.size()});
}

void Solver::use(Spot spot, std::int64_t size) {
  const Spot at = resolve(spot);
  extend(at.block, {at.offset, at.offset + size});
  check_room(at.block);
  run();
}

void Solver::reach(Spot spot, std::int64_t size) {
  const Spot at = resolve_unreduced(spot);
  Block& block = blocks_[at.block];
  block.reach = hull(block.reach, {at.offset, at.offset + size});
  use(spot, size);
}

// Pointers into the block may point anywhere in the objects it is part of.
void Solver::roam(BlockId root) {
  blocks_[root].roams = true;
  do_repeat(root, 1);
  check_room(root);
}

void Solver::do_insert(BlockId id, Part part) {
  const Spot at = resolve({id, part.offset});
  const BlockId root = at.block;
  part.offset = at.offset;
  if (part.is_block && this->root(part.id) == root) return dissolve(root, part);
  extend(root, {part.offset, part.end()});
  check_room(root);
  if (blocks_[root].stride != 0 && !insert_in_repeating(root, part)) return;
  auto& parts = blocks_[root].parts;
  const auto first = std::lower_bound(parts.begin(), parts.end(), part.offset, by_offset);
  if (first == parts.end() || first->offset >= part.end()) return insert_part(root, part);
  if (first->contains(part)) return insert_over_one(root, *first, part);
  auto last = first;
  while (last != parts.end() && last->offset < part.end()) ++last;
  const std::vector<Part> old(first, last);
  parts.erase(first, last);
  insert_over(root, old, part);
}

// Moves a part into the first element; false if it was merged into the block instead.
bool Solver::insert_in_repeating(BlockId root, Part& part) {
  Block& block = blocks_[root];
  if (part.end() <= block.stride && (!part.is_block || part.size < block.stride)) return true;
  if (part.is_block) {
    dissolve(root, part);
    return false;
  }
  cells_[part.id].is_mixed = true;
  do_repeat(root, 1);
  part = {.offset = 0, .size = 1, .id = part.id, .is_block = false};
  return true;
}

// `old`, a part of the block, covers the new one.
void Solver::insert_over_one(BlockId root, Part& old, const Part& part) {
  if (old.is_block && part.is_block && old.same_range(part)) {
    later_unify({old.id, 0}, {part.id, 0});
  } else if (old.is_block) {
    push_down(root, old, part);
  } else if (!part.is_block) {
    unite_cells(old.id, part.id);
    if (!old.same_range(part)) cells_[old.id].is_mixed = true;
  } else if (old.same_range(part)) {
    const Part cell = old;
    std::erase_if(blocks_[root].parts, [&cell](const Part& one) { return one.offset == cell.offset; });
    insert_part(root, part);
    push_down(root, part, cell);
  } else {
    dissolve(root, part);
  }
}

// `old` was taken out of the block to make room for the new part.
void Solver::insert_over(BlockId root, const std::vector<Part>& old, const Part& part) {
  const bool covers = std::all_of(old.begin(), old.end(), [&part](const Part& one) { return part.contains(one); });
  if (part.is_block && covers) {
    insert_part(root, part);
    for (const Part& one : old) push_down(root, part, one);
    return;
  }
  if (part.is_block) {
    for (const Part& one : old) one.is_block ? dissolve(root, one) : insert_part(root, one);
    return dissolve(root, part);
  }
  Part whole = part;
  for (const Part& one : old) {
    if (one.is_block) {
      dissolve(root, one);
      continue;
    }
    unite_cells(part.id, one.id);
    cells_[part.id].is_mixed = true;
    const std::int64_t end = std::max(whole.end(), one.end());
    whole.offset = std::min(whole.offset, one.offset);
    whole.size = end - whole.offset;
  }
  insert_part(root, whole);
}

// Into free space. A member block gets a link to the block it lies in.
void Solver::insert_part(BlockId root, Part part) {
  ++changes_;
  const bool is_new_member = part.is_block && !part.is_linked;
  part.is_linked = part.is_block;
  auto& parts = blocks_[root].parts;
  parts.insert(std::lower_bound(parts.begin(), parts.end(), part.offset, by_offset), part);
  if (!is_new_member) return;
  const Spot inner = resolve_unreduced({part.id, 0});
  add_link(inner.block, {root, part.offset - inner.offset, moved({0, part.size}, inner.offset),
                         moved({part.run_low, part.run_high}, inner.offset)});
  check_room(inner.block);
}

// A part of `root` becomes a part of its member `into` instead.
void Solver::push_down(BlockId root, const Part& into, Part part) {
  if (part.is_linked) unlink(part, root);
  part.offset -= into.offset;
  part.is_linked = false;
  later_insert(into.id, part);
}

// A member that cannot be kept apart is merged with the block it lies in, which also removes its links.
void Solver::dissolve(BlockId root, const Part& part) { later_unify({part.id, 0}, {root, part.offset}); }

void Solver::unlink(const Part& part, BlockId outer) {
  const Spot inner = resolve_unreduced({part.id, 0});
  const Spot here = resolve({outer, part.offset - inner.offset});
  std::erase_if(blocks_[inner.block].links, [&](const Link& link) {
    const Spot there = resolve({link.outer, link.offset});
    return there.block == here.block && there.offset == here.offset;
  });
}

void Solver::unite_cells(CellId into, CellId from) {
  Cell& cell = cells_[into];
  Cell& other = cells_[from];
  for (const Type* type : other.types) add_type(cell, type);
  cell.is_mixed |= other.is_mixed;
  merge(cell.content, other.content);
}

} // namespace tandem::pointers
