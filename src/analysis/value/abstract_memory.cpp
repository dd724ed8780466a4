// Cells are keyed by object and offset in one persistent map, so that the cells of an object are a contiguous range of
// keys. Marks in place of an offset record that the rest of an object is zero, and how many blocks an allocation has
// created. The hash of a state is a sum over its cells and is updated incrementally.

#include "analysis/value/abstract_memory.h"

#include "program/model/allocation.h"

#include "analysis/value/abstract_arithmetic.h"
#include "program/pointers/alias_library.h"
#include "semantics/core/layout.h"

#include <algorithm>

namespace tandem::analysis::value {

using Kind = AbstractObject::Kind;

// States.

std::uint64_t AbstractState::hash(std::uint64_t key, const AbstractCell& cell) {
  std::uint64_t result = (key ^ cell.value.hash()) * 0x9e3779b97f4a7c15u + cell.bytes;
  result ^= result >> 29;
  return result * 0xbf58476d1ce4e5b9u;
}

void AbstractState::set(std::uint64_t key, const AbstractCell& cell) {
  if (const AbstractCell* old = cells_.find(key)) hash_ -= hash(key, *old);
  hash_ += hash(key, cell);
  cells_.set(key, cell);
}

void AbstractState::erase(std::uint64_t key) {
  const AbstractCell* old = cells_.find(key);
  if (old == nullptr) return;
  hash_ -= hash(key, *old);
  cells_.erase(key);
}

void AbstractState::replace(PersistentMap<AbstractCell> cells) {
  cells_ = std::move(cells);
  hash_ = 0;
  cells_.for_each([&](std::uint64_t key, const AbstractCell& cell) { hash_ += hash(key, cell); });
}

// Objects.

AbstractMemory::AbstractMemory(const pointers::AliasPartition& aliases, MemoryPolicy policy)
    : aliases_(aliases), policy_(std::move(policy)) {
  const auto frees = [](const Function* function) {
    const auto effect = pointers::library_effect(function->name());
    return !function->has_body() && (function->name() == "free" || function->name() == "cfree" ||
                                     effect == pointers::LibraryEffect::Reallocates);
  };
  frees_ = std::ranges::any_of(aliases.program().functions(), frees);
  if (names_by_size()) heap_ = add({.kind = Kind::Heap});
}

AbstractObjectId AbstractMemory::add(AbstractObject object) {
  objects_.push_back(object);
  return static_cast<AbstractObjectId>(objects_.size() - 1);
}

AbstractObjectId AbstractMemory::variable(const Variable& variable, reach::StackId stack) {
  const reach::StackId home = variable.is_global() ? 0 : stack;
  const auto [found, is_new] = index_.try_emplace({Kind::Variable, home, variable.id, 0}, 0);
  if (!is_new) return found->second;
  found->second = add({.kind = Kind::Variable, .stack = home, .variable = &variable, .size = variable.type->size()});
  if (of_variable_.size() <= variable.id) of_variable_.resize(variable.id + 1);
  of_variable_[variable.id].push_back(found->second);
  return found->second;
}

AbstractObjectId AbstractMemory::result(reach::StackId stack, const Type& type) {
  const auto [found, is_new] = index_.try_emplace({Kind::Result, stack, 0, 0}, 0);
  if (is_new) found->second = add({.kind = Kind::Result, .stack = stack, .size = type.size()});
  return found->second;
}

AbstractObjectId AbstractMemory::function(const Function& function) {
  const auto [found, is_new] = index_.try_emplace({Kind::Function, 0, function.id(), 0}, 0);
  if (is_new) found->second = add({.kind = Kind::Function, .function = &function, .size = 1});
  return found->second;
}

// The number of blocks created so far is kept in a cell of the first one.
AbstractValue AbstractMemory::allocate(AbstractState& state, const Edge& edge, reach::StackId stack,
                                       const AbstractValue& size) {
  if (names_by_size() && (edge.op.callee == nullptr || find_allocator(edge.op.callee->name()) != nullptr))
    return allocate_sized(state, size);
  constexpr std::uint64_t most = 0xFFFF0000;
  const auto block = [&](std::uint32_t number) {
    const auto [found, is_new] = index_.try_emplace({Kind::Block, stack, edge.id, number}, 0);
    if (!is_new) return found->second;
    found->second = add({.kind = Kind::Block, .stack = stack, .allocation = &edge, .size = 0});
    blocks_.push_back(found->second);
    return found->second;
  };
  const std::uint64_t counter = key(block(0), count_mark);
  const AbstractCell* count = state.find(counter);
  if (count != nullptr && (!count->value.is_constant() || count->value.bits() >= policy_.blocks_of_an_allocation))
    return {};
  const std::uint32_t number = count == nullptr ? 0 : static_cast<std::uint32_t>(count->value.bits());
  const AbstractObjectId id = block(number);
  // One allocation may request different sizes: the object has the largest.
  objects_[id].size = std::max(objects_[id].size, size.is_constant() ? std::min(size.bits(), most) : most);
  if (policy_.tracks && !policy_.tracks(objects_[id])) return {};
  state.set(counter, {AbstractValue::constant(32, number + 1), 4});
  clear(state, id, 0, size_mark);
  state.erase(key(id, zero_mark));
  begin_lifetime(state, id);
  if (size.is_range())
    state.set(key(id, size_mark), {size, 8});
  else
    state.erase(key(id, size_mark));
  return AbstractValue::address(id, 0, 0);
}

bool AbstractMemory::fits(AbstractObjectId id, std::int64_t offset, std::uint64_t bytes) const {
  return offset >= 0 &&
         static_cast<std::uint64_t>(offset) + bytes <= std::min<std::uint64_t>(objects_[id].size, 0xFFFFFF00);
}

bool AbstractMemory::are_apart(const AbstractState& state, AbstractObjectId a, AbstractObjectId b) const {
  if (names_by_size() && is_sized_block(a) && is_sized_block(b))
    return certainly_exists(state, a) && certainly_exists(state, b);
  if (is_on_stack(a) && is_on_stack(b))
    return objects_[a].stack == objects_[b].stack || objects_[a].stack == 0 || objects_[b].stack == 0;
  return !frees_ || objects_[a].kind != Kind::Block || objects_[b].kind != Kind::Block;
}

bool AbstractMemory::is_on_stack(AbstractObjectId id) const {
  const AbstractObject& object = objects_[id];
  return object.kind == Kind::Variable ? !object.variable->is_global()
                                       : object.kind == Kind::Block && !is_heap_block(id);
}

bool AbstractMemory::is_inside(const AbstractValue& address) const {
  return address.is_address() && address.offset_low() >= 0 &&
         static_cast<std::uint64_t>(address.offset_high()) <= objects_[address.object()].size;
}

// Cells.

AbstractValue AbstractMemory::load(const AbstractState& state, AbstractObjectId id, std::int64_t offset,
                                   std::uint32_t bytes) const {
  if (!fits(id, offset, bytes) || is_unknown(state, id)) return {};
  const auto at = static_cast<std::uint64_t>(offset);
  if (const AbstractCell* cell = state.find(key(id, at)); cell != nullptr && cell->bytes == bytes) return cell->value;
  bool overlaps = false;
  std::optional<AbstractValue> part;
  const std::uint64_t before = at >= 16 ? at - 16 : 0;
  state.cells().for_each_between(
      key(id, before), key(id, at + bytes - 1), [&](std::uint64_t where, const AbstractCell& cell) {
        const std::uint64_t start = offset_of(where);
        if (start + cell.bytes <= at) return;
        overlaps = true;
        if (start <= at && start + cell.bytes >= at + bytes && cell.bytes <= 8)
          part = extract(cell.bytes * 8u, static_cast<std::uint32_t>(at - start) * 8, bytes * 8, cell.value);
      });
  if (part) return *part;
  if (!overlaps && is_zero_elsewhere(state, id)) return AbstractValue::constant(bytes * 8, 0);
  return {};
}

// An unknown value needs a cell only where the rest of the object is zero.
void AbstractMemory::put(AbstractState& state, AbstractObjectId id, std::uint64_t offset,
                         const AbstractCell& cell) const {
  const bool worth_it = policy_.precision == ValuePrecision::Constants ? cell.value.is_single() : !cell.value.is_any();
  const bool tracked = !policy_.tracks || policy_.tracks(objects_[id]);
  if (worth_it && tracked)
    state.set(key(id, offset), cell);
  else if (is_zero_elsewhere(state, id))
    state.set(key(id, offset), {AbstractValue(), cell.bytes});
  else
    state.erase(key(id, offset));
}

// Removes the cells that overlap [from, to). Their bytes outside become unknown.
void AbstractMemory::clear(AbstractState& state, AbstractObjectId id, std::uint64_t from, std::uint64_t to) const {
  std::vector<std::uint64_t> gone;
  bool leaves_rest = false;
  state.cells().for_each_between(key(id, from >= 16 ? from - 16 : 0), key(id, to - 1),
                                 [&](std::uint64_t where, const AbstractCell& cell) {
                                   const std::uint64_t start = offset_of(where);
                                   if (start >= first_mark || start + cell.bytes <= from) return;
                                   gone.push_back(where);
                                   leaves_rest |= start < from || start + cell.bytes > to;
                                 });
  for (const std::uint64_t where : gone) state.erase(where);
  if (leaves_rest) state.erase(key(id, zero_mark));
}

void AbstractMemory::store(AbstractState& state, AbstractObjectId id, std::int64_t offset, std::uint32_t bytes,
                           const AbstractValue& value) const {
  if (!fits(id, offset, bytes) || is_unknown(state, id)) return forget_all(state);
  const auto at = static_cast<std::uint64_t>(offset);
  const Variable* variable = objects_[id].variable;
  const bool is_scalar = variable != nullptr && variable->type->is_scalar();
  if (!is_scalar || variable->address_taken) clear(state, id, at, at + bytes);
  put(state, id, at, {value, static_cast<std::uint8_t>(bytes)});
}

AbstractValue AbstractMemory::load(const AbstractState& state, const AbstractValue& pointer,
                                   std::uint32_t bytes) const {
  if (!pointer.is_address()) return {};
  const AbstractObjectId id = pointer.object();
  if (pointer.is_single()) return load(state, id, pointer.offset_low(), bytes);
  // Elements of an array: accesses are assumed to be aligned, so the offsets are multiples of the element size.
  constexpr std::int64_t most = 4096;
  const Type* element = objects_[id].variable != nullptr ? objects_[id].variable->type : nullptr;
  while (element != nullptr && element->is_array()) element = &element->element();
  const std::int64_t low = pointer.offset_low(), high = pointer.offset_high();
  if (element == nullptr || !element->is_scalar() || element->size() != bytes || low % bytes != 0 || high - low > most)
    return {};
  std::optional<AbstractValue> all;
  for (std::int64_t at = low; at <= high; at += bytes) {
    const AbstractValue one = load(state, id, at, bytes);
    if (one.is_any()) return {};
    all = all ? join(bytes * 8, *all, one) : one;
  }
  return *all;
}

void AbstractMemory::store(AbstractState& state, const AbstractValue& pointer, const Expr& lvalue, std::uint32_t bytes,
                           const AbstractValue& value) const {
  if (!pointer.is_address()) return forget_region(state, aliases_.region(lvalue));
  if (pointer.is_single()) return store(state, pointer.object(), pointer.offset_low(), bytes, value);
  forget(state, pointer.object(), pointer.offset_low(), pointer.offset_high() + bytes);
}

void AbstractMemory::fill_zero(AbstractState& state, const AbstractValue& to, std::uint64_t size) const {
  if (size == 0) return;
  if (!to.is_address()) return forget_all(state);
  const AbstractObjectId id = to.object();
  if (is_unknown(state, id)) return forget_all(state);
  if (!to.is_single() || !fits(id, to.offset_low(), size))
    return forget(state, id, to.offset_low(), to.offset_high() + static_cast<std::int64_t>(size));
  const auto from = static_cast<std::uint64_t>(to.offset_low());
  if (from == 0 && size == objects_[id].size) return zero(state, id);
  clear(state, id, from, from + size);
  if (is_zero_elsewhere(state, id)) return;
  const Type* layout = objects_[id].variable != nullptr ? objects_[id].variable->type : nullptr;
  constexpr std::uint64_t most = 4096;
  if (layout == nullptr || size > most) return;
  semantics::for_each_cell(layout, from, from + size, [&](const semantics::Cell& cell) {
    if (cell.offset >= from && cell.offset + cell.bytes <= from + size)
      put(state, id, cell.offset, {AbstractValue::constant(cell.bytes * 8, 0), static_cast<std::uint8_t>(cell.bytes)});
  });
}

void AbstractMemory::copy(AbstractState& state, const AbstractValue& to, const AbstractValue& from, std::uint64_t size,
                          const Type* type) const {
  if (size == 0) return;
  if (!to.is_address() || is_unknown(state, to.object())) return forget_all(state);
  const AbstractObjectId target = to.object();
  const std::int64_t end = to.offset_high() + static_cast<std::int64_t>(size);
  const bool known = to.is_single() && from.is_address() && !is_unknown(state, from.object()) && from.is_single() &&
                     fits(target, to.offset_low(), size) && fits(from.object(), from.offset_low(), size);
  if (!known) return forget(state, target, to.offset_low(), end);
  const AbstractObjectId source = from.object();
  const auto begin = static_cast<std::uint64_t>(from.offset_low());
  const std::uint64_t shift = static_cast<std::uint64_t>(to.offset_low()) - begin;
  std::vector<std::pair<std::uint64_t, AbstractCell>> moved;
  state.cells().for_each_between(key(source, begin), key(source, begin + size - 1),
                                 [&](std::uint64_t where, const AbstractCell& cell) {
                                   if (offset_of(where) + cell.bytes <= begin + size)
                                     moved.emplace_back(offset_of(where), cell);
                                 });
  // Where the source is implicitly zero, the target gets an explicit cell for each scalar.
  constexpr std::uint64_t most = 4096;
  const bool zeros = is_zero_elsewhere(state, source) && size <= most && type != nullptr;
  if (zeros) {
    std::vector<std::pair<std::uint64_t, AbstractCell>> all;
    semantics::for_each_cell(type, 0, size, [&](const semantics::Cell& cell) {
      const AbstractValue value = load(state, source, static_cast<std::int64_t>(begin + cell.offset), cell.bytes);
      all.emplace_back(begin + cell.offset, AbstractCell{value, static_cast<std::uint8_t>(cell.bytes)});
    });
    moved = std::move(all);
  }
  forget(state, target, to.offset_low(), end);
  for (const auto& [offset, cell] : moved) put(state, target, offset + shift, cell);
}

// Forgetting.

void AbstractMemory::begin_lifetime(AbstractState& state, AbstractObjectId id) const {
  state.set(key(id, lifetime_mark), {AbstractValue::constant(8, 1), 1});
}

void AbstractMemory::end_lifetime(AbstractState& state, AbstractObjectId id) const {
  state.erase(key(id, lifetime_mark));
}

void AbstractMemory::free(AbstractState& state, const AbstractValue& pointer) const {
  if (names_by_size()) return free_sized(state, pointer);
  if (pointer.is_address()) return end_lifetime(state, pointer.object());
  for (const AbstractObjectId id : blocks_) end_lifetime(state, id);
}

bool AbstractMemory::is_heap_block(AbstractObjectId id) const {
  if (is_sized_block(id)) return true;
  if (objects_[id].kind != Kind::Block || objects_[id].allocation->op.callee == nullptr) return false;
  return find_allocator(objects_[id].allocation->op.callee->name()) != nullptr;
}

void AbstractMemory::end_stack_blocks(AbstractState& state, reach::StackId stack) const {
  for (const AbstractObjectId id : blocks_)
    if (objects_[id].stack == stack && !is_heap_block(id)) end_lifetime(state, id);
}

bool AbstractMemory::certainly_exists(const AbstractState& state, AbstractObjectId id) const {
  if (objects_[id].kind == Kind::Variable && objects_[id].variable->is_global()) return true;
  const AbstractCell* mark = state.find(key(id, lifetime_mark));
  return mark != nullptr && mark->value.is_constant() && mark->value.bits() == 1;
}

AbstractValue AbstractMemory::size(const AbstractState& state, AbstractObjectId id) const {
  if (objects_[id].kind == Kind::Variable) return AbstractValue::constant(64, objects_[id].size);
  const AbstractCell* mark = state.find(key(id, size_mark));
  return mark != nullptr ? mark->value : AbstractValue();
}

void AbstractMemory::forget(AbstractState& state, AbstractObjectId id) const {
  clear(state, id, 0, count_mark);
  state.erase(key(id, zero_mark));
}

void AbstractMemory::forget(AbstractState& state, AbstractObjectId id, std::int64_t from, std::int64_t to) const {
  if (from >= to) return;
  if (from < 0 || static_cast<std::uint64_t>(to) > objects_[id].size || is_unknown(state, id)) return forget_all(state);
  clear(state, id, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to));
  state.erase(key(id, zero_mark));
}

void AbstractMemory::zero(AbstractState& state, AbstractObjectId id) const {
  forget(state, id);
  if (!policy_.tracks || policy_.tracks(objects_[id]))
    state.set(key(id, zero_mark), {AbstractValue::constant(8, 0), 1});
}

void AbstractMemory::forget_member(AbstractState& state, const pointers::RegionMember& member) const {
  const pointers::MemoryObject& object = aliases_.objects()[member.object];
  if (object.kind == pointers::ObjectKind::Variable) {
    if (object.variable->id >= of_variable_.size()) return;
    for (const AbstractObjectId id : of_variable_[object.variable->id]) {
      const auto size = static_cast<std::int64_t>(objects_[id].size);
      const bool repeats = !member.repetitions.empty();
      const std::int64_t from = std::clamp<std::int64_t>(member.offset, 0, size);
      const std::int64_t to = repeats ? size : std::min(member.offset + static_cast<std::int64_t>(member.size), size);
      forget(state, id, from, to);
    }
  } else if (object.kind == pointers::ObjectKind::Heap) {
    if (names_by_size()) return give_up(state);
    for (const AbstractObjectId id : blocks_) {
      const auto parts = aliases_.allocated_by(*objects_[id].allocation);
      if (object.allocation == nullptr || parts.empty() ||
          std::find(parts.begin(), parts.end(), member.object) != parts.end())
        forget(state, id);
    }
  }
}

void AbstractMemory::forget_region(AbstractState& state, const pointers::Region* region) const {
  if (region == nullptr) return forget_all(state);
  for (const pointers::RegionMember& member : region->members) forget_member(state, member);
}

void AbstractMemory::forget_behind(AbstractState& state, const AbstractValue& pointer, const Expr& expr) const {
  if (pointer.is_address() && is_unknown(state, pointer.object())) return give_up(state);
  if (pointer.is_address()) return forget(state, pointer.object());
  for (const pointers::LvaluePart& part : aliases_.parts_behind(expr))
    forget_region(state, &aliases_.regions()[part.region]);
}

void AbstractMemory::forget_lvalue(AbstractState& state, const AbstractValue& at, const Expr& lvalue) const {
  if (at.is_address())
    return forget(state, at.object(), at.offset_low(),
                  at.offset_high() + static_cast<std::int64_t>(lvalue.type().size()));
  for (const pointers::LvaluePart& part : aliases_.parts(lvalue))
    forget_region(state, &aliases_.regions()[part.region]);
}

void AbstractMemory::forget_externally_visible(AbstractState& state) const {
  for (const pointers::Region& region : aliases_.regions())
    if (region.is_external) forget_region(state, &region);
}

// Variables whose address is not taken keep their values.
void AbstractMemory::forget_all(AbstractState& state) const {
  if (names_by_size()) give_up(state);
  for (AbstractObjectId id = 0; id < objects_.size(); ++id) {
    const AbstractObject& object = objects_[id];
    if (object.kind == Kind::Block ||
        (object.kind == Kind::Variable && (object.variable->address_taken || !object.variable->type->is_scalar())))
      forget(state, id);
  }
}

} // namespace tandem::analysis::value
