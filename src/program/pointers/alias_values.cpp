// The value half of the solver: the work list, addresses and accesses, and classes of pointers and integers, each a
// union-find forest with path halving. Unifying two pointer classes unifies their pointees. Unification is never
// recursive: a step queues its consequences as tasks on a stack, which run() empties before any public function
// returns, so that the state between calls is always a solution of the constraints added so far.
//
// A class of integers records the pointers converted to it and those created from it; only when both kinds exist are
// they unified (propagate), and if arithmetic was involved, the pointee loses its offsets (Roam).

#include "program/pointers/alias_solver.h"

#include "base/core/require.h"
#include "program/model/type.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

// The first part that ends after the offset.
auto part_at(const std::vector<Part>& parts, std::int64_t offset) {
  return std::lower_bound(parts.begin(), parts.end(), offset,
                          [](const Part& part, std::int64_t at) { return part.end() <= at; });
}

// The root of a class, with path halving.
template <typename Class> std::uint32_t find_root(std::vector<Class>& classes, std::uint32_t id) {
  while (classes[id].up != none) {
    const std::uint32_t up = classes[id].up;
    if (classes[up].up != none) classes[id].up = classes[up].up;
    id = up;
  }
  return id;
}

} // namespace

Solver::Solver() {
  environment_ = add_block(1, 1);
  environment_pointer_ = pointer_to({environment_, 0});
  const Content inside{environment_pointer_, add_integer()};
  do_mark_escape(inside, Passage::Both);
  connect(inside);
  cells_.push_back({.content = inside});
  later_insert(environment_, {.offset = 0, .size = 1, .id = 0});
  run();
  signatures_[signature(environment_)].is_external = true;
}

void Solver::later_unify(Spot a, Spot b) { tasks_.push_back({.kind = TaskKind::UnifySpots, .a = a, .b = b}); }

void Solver::later_unify_pointers(PointerId a, PointerId b) {
  if (a != none && b != none) tasks_.push_back({.kind = TaskKind::UnifyPointers, .first = a, .second = b});
}

void Solver::later_unify_integers(IntegerId a, IntegerId b) {
  if (a != none && b != none) tasks_.push_back({.kind = TaskKind::UnifyIntegers, .first = a, .second = b});
}

void Solver::later_insert(BlockId block, Part part) {
  tasks_.push_back({.kind = TaskKind::Insert, .a = {block, 0}, .part = part});
}

void Solver::run() {
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
    case TaskKind::UnifySpots: do_unify(task.a, task.b); break;
    case TaskKind::UnifyPointers: do_unify_pointers(task.first, task.second); break;
    case TaskKind::UnifyIntegers: do_unify_integers(task.first, task.second); break;
    case TaskKind::Insert: do_insert(task.a.block, task.part); break;
    case TaskKind::Roam: roam(root(task.a.block)); break;
    }
  }
}

Content Solver::access(Spot spot, std::int64_t size, const Type* type, Bits bits) {
  const auto id = static_cast<CellId>(cells_.size());
  Cell cell{.content = {}, .types = {}, .is_mixed = bits == Bits::Some};
  if (type != nullptr) {
    cell.content = add_content(*type);
    cell.types.push_back(type);
  }
  cells_.push_back(cell);
  later_insert(spot.block, {.offset = spot.offset, .size = std::max<std::int64_t>(size, 1), .id = id});
  run();
  return cell.content;
}

Spot Solver::member(Spot spot, std::int64_t size, Range neighbours) {
  const Range used{0, size};
  return find_member(spot, {.extent = used},
                     {.size = size,
                      .is_block = true,
                      .run_low = std::min<std::int64_t>(neighbours.low, 0),
                      .run_high = std::max(neighbours.high, size)});
}

Spot Solver::array_member(Spot spot, std::int64_t size, std::int64_t stride) {
  const Spot array = find_member(spot, {.stride = stride}, {.size = size, .is_block = true, .run_high = size});
  if (stride != 0) repeat(array.block, stride);
  return array;
}

// The member's block, or the enclosing block if the member covers all of it. A new one starts as `fresh`.
Spot Solver::find_member(Spot spot, const Block& fresh, Part part) {
  Spot at = resolve(spot);
  while (true) {
    const Block& block = blocks_[at.block];
    part.offset = at.offset;
    const bool is_whole = block.stride == 0 ? at.offset <= block.extent.low && block.extent.high <= part.end()
                                            : part.size >= block.stride;
    if (is_whole) return at;
    const auto around = part_at(block.parts, at.offset);
    if (around == block.parts.end() || !around->is_block || !around->contains(part)) break;
    at = resolve({around->id, at.offset - around->offset});
  }
  part.id = static_cast<BlockId>(blocks_.size());
  blocks_.push_back(fresh);
  later_insert(at.block, part);
  run();
  return {part.id, 0};
}

Spot Solver::move(Spot spot, std::int64_t bytes, std::int64_t element) {
  const BlockId at = root(spot.block);
  blocks_[at].least_step = std::min(blocks_[at].least_step, element);
  if (bytes < 0) blocks_[at].back_step = std::min(blocks_[at].back_step, element);
  check_room(at);
  run();
  return {spot.block, spot.offset + bytes};
}

void Solver::move_anywhere(Spot spot, std::int64_t element) {
  const BlockId at = root(spot.block);
  blocks_[at].widest_step = std::max(blocks_[at].widest_step, element);
  do_repeat(at, element);
  check_room(at);
  run();
}

Solver::Found Solver::find_cell(Spot spot) const {
  Spot at = resolve(spot);
  while (true) {
    const std::vector<Part>& parts = blocks_[at.block].parts;
    const auto part = part_at(parts, at.offset);
    if (part == parts.end() || part->offset > at.offset) return {};
    if (!part->is_block) return {part->id, {at.block, part->offset}};
    at = resolve({part->id, at.offset - part->offset});
  }
}

PointerId Solver::pointer_to(Spot spot) {
  pointers_.push_back({.pointee = spot});
  return static_cast<PointerId>(pointers_.size() - 1);
}

PointerId Solver::literal_address() {
  const PointerId result = add_pointer();
  pointers_[result].is_literal = true;
  return result;
}

PointerId Solver::add_pointer() { return pointer_to({add_block(0, 0), 0}); }

IntegerId Solver::add_integer() {
  integers_.emplace_back();
  return static_cast<IntegerId>(integers_.size() - 1);
}

Content Solver::add_content(const Type& scalar) {
  return scalar.is_pointer() ? Content{.pointer = add_pointer()} : Content{.integer = add_integer()};
}

PointerId Solver::root_pointer(PointerId pointer) const { return find_root(pointers_, pointer); }

IntegerId Solver::root_integer(IntegerId integer) const { return find_root(integers_, integer); }

void Solver::unify_pointers(PointerId a, PointerId b) {
  later_unify_pointers(a, b);
  run();
}

void Solver::unify(const Content& a, const Content& b) {
  later_unify_pointers(a.pointer, b.pointer);
  later_unify_integers(a.integer, b.integer);
  run();
}

void Solver::do_unify_pointers(PointerId a, PointerId b) {
  a = root_pointer(a);
  b = root_pointer(b);
  if (a == b) return;
  ++changes_;
  pointers_[b].up = a;
  pointers_[a].is_literal |= pointers_[b].is_literal;
  later_unify(pointers_[a].pointee, pointers_[b].pointee);
}

void Solver::do_unify_integers(IntegerId a, IntegerId b) {
  a = root_integer(a);
  b = root_integer(b);
  if (a == b) return;
  ++changes_;
  const auto weight = [this](IntegerId id) { return integers_[id].inside.size() + integers_[id].made.size(); };
  if (weight(a) < weight(b)) std::swap(a, b);
  Integers& into = integers_[a];
  const Integers from = std::move(integers_[b]);
  integers_[b] = Integers{.up = a};
  into.inside.insert(into.inside.end(), from.inside.begin(), from.inside.end());
  into.made.insert(into.made.end(), from.made.begin(), from.made.end());
  into.is_computed |= from.is_computed;
  into.escapes |= from.escapes;
  into.is_from_environment |= from.is_from_environment;
  propagate(a);
}

// Queues the consequences of what is known of a class of integers.
void Solver::propagate(IntegerId root) {
  Integers& integers = integers_[root];
  if (integers.escapes)
    for (PointerId pointer : integers.inside) later_unify_pointers(environment_pointer_, pointer);
  if (integers.is_from_environment)
    for (PointerId pointer : integers.made) later_unify_pointers(environment_pointer_, pointer);
  if (integers.inside.empty() || integers.made.empty()) return;
  const PointerId common = integers.inside.front();
  for (PointerId pointer : integers.inside) later_unify_pointers(common, pointer);
  for (PointerId pointer : integers.made) later_unify_pointers(common, pointer);
  integers.inside = integers.made = {common};
  if (integers.is_computed) tasks_.push_back({.kind = TaskKind::Roam, .a = pointee(common)});
}

void Solver::compute(IntegerId integer) {
  const IntegerId root = root_integer(integer);
  if (integers_[root].is_computed) return;
  integers_[root].is_computed = true;
  propagate(root);
  run();
}

void Solver::put_inside(IntegerId integer, PointerId pointer) {
  const IntegerId root = root_integer(integer);
  integers_[root].inside.push_back(pointer);
  propagate(root);
  run();
}

PointerId Solver::make_pointer(IntegerId integer) {
  const PointerId pointer = add_pointer();
  const IntegerId root = root_integer(integer);
  integers_[root].made.push_back(pointer);
  propagate(root);
  run();
  return pointer;
}

std::vector<Spot> Solver::targets(const Content& content) const {
  std::vector<Spot> result;
  if (content.pointer != none) result.push_back(pointee(content.pointer));
  if (content.integer != none)
    for (const PointerId made : integers_[root_integer(content.integer)].made) result.push_back(pointee(made));
  return result;
}

// The same bytes are seen as pointers and as integers.
void Solver::connect(const Content& content) {
  if (content.pointer == none || content.integer == none) return;
  const IntegerId root = root_integer(content.integer);
  integers_[root].inside.push_back(content.pointer);
  integers_[root].made.push_back(content.pointer);
  propagate(root);
}

void Solver::merge(Content& into, const Content& from) {
  const bool was_connected = into.pointer != none && into.integer != none;
  later_unify_pointers(into.pointer, from.pointer);
  later_unify_integers(into.integer, from.integer);
  if (into.pointer == none) into.pointer = from.pointer;
  if (into.integer == none) into.integer = from.integer;
  if (!was_connected) connect(into);
}

void Solver::see_as(Content& content, const Type& scalar) {
  if (scalar.is_pointer() && content.pointer == none)
    merge(content, {.pointer = add_pointer()});
  else if (!scalar.is_pointer() && content.integer == none)
    merge(content, {.integer = add_integer()});
}

void Solver::unify_cells(CellId a, CellId b) {
  require(a < cells_.size() && b < cells_.size(), "copied contents should have cells");
  if (a == b) return;
  merge(cells_[a].content, cells_[b].content);
  merge(cells_[b].content, cells_[a].content);
  run();
}

void Solver::mark_escape(const Content& content, Passage passage) {
  do_mark_escape(content, passage);
  run();
}

void Solver::do_mark_escape(const Content& content, Passage passage) {
  later_unify_pointers(content.pointer, environment_pointer_);
  if (content.integer == none) return;
  const IntegerId root = root_integer(content.integer);
  integers_[root].escapes |= passage != Passage::Comes;
  integers_[root].is_from_environment |= passage != Passage::Goes;
  propagate(root);
}

} // namespace tandem::pointers
