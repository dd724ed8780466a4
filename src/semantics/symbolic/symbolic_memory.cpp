// KLEE (Cadar, Dunbar, Engler, OSDI 2008) keeps objects apart and forks a path for each object a pointer may refer to;
// flat memory models keep one array and leave aliasing to the solver. Here, pointers are resolved while terms are
// built: a constant is looked up among the objects' addresses, an if-then-else is split, a sum is a base and an offset
// that is carried along, and any other term is an unconstrained pointer. Since paths are joined and never forked, a
// store under a condition keeps the old value where the condition is false.
//
// A state is a persistent map from (object, offset) to a term; a missing cell has the fill of its object, zero or
// arbitrary, so that states are as large as what was written, and merging two costs as much as they differ.
//
// Offsets that are not constant: symbolic_offsets.cpp.

#include "semantics/symbolic/symbolic_memory.h"

#include "base/core/require.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tandem::semantics::symbolic {

using smt::Kind;
using smt::Sort;

SymbolicMemory::SymbolicMemory(smt::Terms& terms, const TypeTable& types, Identities& identities, MemoryOptions options)
    : terms_(terms), types_(types), identities_(identities), options_(options), guard_(terms.true_()) {}

namespace {

Identity identity_of(const Identity& place, std::uint64_t size, Fill fill) {
  Identity result = place;
  result.insert(result.end(), {static_cast<std::uint32_t>(size >> 32), static_cast<std::uint32_t>(size),
                               static_cast<std::uint32_t>(fill)});
  return result;
}

} // namespace

std::optional<SymbolicObjectId> SymbolicMemory::find(const Identity& identity, std::uint64_t size, Fill fill) const {
  const auto known = by_address_.find(identities_.address(identity_of(identity, size, fill), size));
  return known == by_address_.end() ? std::nullopt : std::optional(known->second);
}

SymbolicObjectId SymbolicMemory::allocate(const Identity& identity, std::uint64_t size, const Type* layout, Fill fill) {
  if (const auto known = find(identity, size, fill)) return *known;
  const std::uint64_t address = identities_.address(identity_of(identity, size, fill), size);
  const auto id = static_cast<SymbolicObjectId>(objects_.size());
  objects_.push_back({.address = address,
                      .size = size,
                      .layout = {.type = layout},
                      .has_fixed_size = size < array_zone, // of a larger one, cells beyond have no key
                      .fill = fill,
                      .alignment = layout != nullptr ? layout->align() : 1,
                      .kind = static_cast<IdentityKind>(identity.front()),
                      .context = identity.size() > 1 ? identity[1] : 0});
  by_address_[address] = id;
  return id;
}

void SymbolicMemory::set_alignment(SymbolicObjectId id, std::uint64_t alignment) {
  objects_[id].alignment = std::max(objects_[id].alignment, alignment);
}

SymbolicObjectId SymbolicMemory::allocate_block(const Identity& identity, std::uint64_t size, Fill fill) {
  const std::size_t before = objects_.size();
  const SymbolicObjectId id = allocate(identity, size, nullptr, fill);
  if (id == before) {
    objects_[id].has_fixed_layout = false;
    objects_[id].alignment = 2 * types_.size_type().size(); // of any type
  }
  return id;
}

SymbolicObjectId SymbolicMemory::allocate_open_block(const Identity& identity, std::uint64_t cells, Fill fill,
                                                     smt::Term size) {
  Identity open = identity; // other than that of a block of just this size
  open.push_back(std::numeric_limits<std::uint32_t>::max());
  const std::size_t before = objects_.size();
  const SymbolicObjectId id = allocate_block(open, cells, fill);
  objects_[id].has_fixed_size = false;
  if (id == before) expect_header(id, size);
  return id;
}

smt::Term SymbolicMemory::named(std::uint64_t key, smt::Term value) {
  if (!naming_) return value;
  const smt::Sort sort = terms_.sort(value);
  if (sort.is_bv() && sort.width() == pointer_width() && leads_to_object(value)) return value;
  return naming_(value, key);
}

smt::Term SymbolicMemory::arbitrary(std::uint32_t bits) {
  const auto kind = static_cast<std::uint32_t>(IdentityKind::Unknown);
  return identities_.symbol({kind, unknowns_++, bits}, "unknown", smt::Sort::bv(bits));
}

smt::Term SymbolicMemory::first_value(SymbolicObjectId id, Cell cell) {
  if (objects_[id].environment_block) return first_environment_value(objects_[id], cell);
  const std::uint64_t address = objects_[id].address + cell.offset;
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Cell), static_cast<std::uint32_t>(address >> 32),
                          static_cast<std::uint32_t>(address), versions_[address]++};
  const smt::Term value = identities_.symbol(identity, "cell", smt::Sort::bv(cell.bytes * 8));
  if (on_first_value_ && objects_[id].kind != IdentityKind::Written) on_first_value_(value, id, cell);
  return value;
}

SymbolicObjectId SymbolicMemory::function_object(const Function& function) {
  const auto found = functions_.find(&function);
  if (found != functions_.end()) return found->second;
  const SymbolicObjectId id =
      allocate({static_cast<std::uint32_t>(IdentityKind::Function), function.id()}, 1, nullptr, Fill::Arbitrary);
  objects_[id].function = &function;
  functions_[&function] = id;
  return id;
}

smt::Term SymbolicMemory::address(SymbolicObjectId id) { return terms_.bv(pointer_width(), objects_[id].address); }

std::optional<SymbolicObjectId> SymbolicMemory::object_at(std::uint64_t address) const {
  const std::uint64_t slack = identities_.slack();
  auto after = by_address_.upper_bound(address + slack);
  if (after == by_address_.begin()) return std::nullopt;
  const SymbolicObjectId id = std::prev(after)->second;
  const SymbolicObject& object = objects_[id];
  if (address + slack - object.address > object.size + 2 * slack) return std::nullopt;
  return id;
}

// Accesses.

smt::Term SymbolicMemory::load(SymbolicState& state, smt::Term address, std::uint32_t bits, const Type* pointee) {
  address = resolved(address);
  note_access(address);
  OffsetMemo memo;
  return load_split(state, address, terms_.bv(pointer_width(), 0), bits, pointee, memo);
}

smt::Term SymbolicMemory::load_split(SymbolicState& state, smt::Term pointer, smt::Term offset, std::uint32_t bits,
                                     const Type* pointee, OffsetMemo& memo) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id) return arbitrary(bits);
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    return load_object(state, *id, terms_.bv_add(inside, offset), bits, pointee);
  }
  if (!leads_to_object(pointer)) return load_environment(state, terms_.bv_add(pointer, offset), bits);
  if (terms_.kind(pointer) == Kind::Ite) {
    const auto found = memo.find({pointer, offset});
    if (found != memo.end()) return found->second;
    const smt::Term condition = terms_.arg(pointer, 0);
    const smt::Term then = load_split(state, terms_.arg(pointer, 1), offset, bits, pointee, memo);
    const smt::Term otherwise = load_split(state, terms_.arg(pointer, 2), offset, bits, pointee, memo);
    return memo[{pointer, offset}] = terms_.ite(condition, then, otherwise);
  }
  const auto [base, more] = split_sum(pointer);
  return load_split(state, base, terms_.bv_add(offset, more), bits, pointee, memo);
}

void SymbolicMemory::store(SymbolicState& state, smt::Term address, smt::Term value, const Type* pointee) {
  store_with(state, address, value, pointee, {});
}

void SymbolicMemory::store_with(SymbolicState& state, smt::Term address, smt::Term value, const Type* pointee,
                                smt::Term flags) {
  address = resolved(address);
  note_access(address);
  store_split(state, address, terms_.bv(pointer_width(), 0), terms_.true_(), value, pointee, flags);
}

void SymbolicMemory::store_split(SymbolicState& state, smt::Term pointer, smt::Term offset, smt::Term condition,
                                 smt::Term value, const Type* pointee, smt::Term flags) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id) return; // an invalid access, such as through a null pointer
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    store_object(state, *id, terms_.bv_add(inside, offset), condition, value, pointee, flags);
    return;
  }
  if (!leads_to_object(pointer)) return store_environment(state, condition);
  if (terms_.kind(pointer) != Kind::Ite) {
    const auto [base, more] = split_sum(pointer);
    store_split(state, base, terms_.bv_add(offset, more), condition, value, pointee, flags);
    return;
  }
  const Destinations to = destinations(pointer, offset);
  for (const Destination& each : to.in_objects) {
    const smt::Term chosen = terms_.and_(condition, each.condition);
    if (!terms_.is_false(chosen)) store_split(state, each.pointer, each.offset, chosen, value, pointee, flags);
  }
  // All unconstrained pointers at once: one after the other, each would give every cell one more arbitrary value.
  const smt::Term elsewhere = terms_.and_(condition, to.elsewhere);
  if (!terms_.is_false(elsewhere)) store_environment(state, elsewhere);
}

// Objects.

smt::Term SymbolicMemory::load_object(SymbolicState& state, SymbolicObjectId id, smt::Term offset, std::uint32_t bits,
                                      const Type* pointee) {
  const std::uint32_t bytes = bits / 8;
  adopt(id, offset, bytes, pointee);
  if (is_in_cells(id, offset, bytes)) return gather(state, id, constant(offset), bytes);
  const Progression at = progression(offset, bytes);
  return is_by_cases(id, at) ? load_by_cases(state, id, offset, at, bytes) : load_anywhere(state, id, offset, bytes);
}

bool SymbolicMemory::is_in_cells(SymbolicObjectId id, smt::Term offset, std::uint32_t bytes) const {
  if (!is_constant(offset)) return false;
  const std::uint64_t at = constant(offset);
  return objects_[id].has_fixed_size || (at < array_zone && at + bytes <= std::min(objects_[id].size, array_zone));
}

void SymbolicMemory::store_object(SymbolicState& state, SymbolicObjectId id, smt::Term offset, smt::Term condition,
                                  smt::Term value, const Type* pointee, smt::Term flags) {
  const std::uint32_t bytes = terms_.width(value) / 8;
  adopt(id, offset, bytes, pointee);
  store_flags(state, id, offset, condition, terms_.width(value), flags);
  if (is_in_cells(id, offset, bytes)) {
    const std::uint64_t at = constant(offset);
    if (at + bytes > objects_[id].size) return;
    if (!terms_.is_true(condition)) value = terms_.ite(condition, value, gather(state, id, at, bytes));
    return put(state, id, at, value);
  }
  const Progression at = progression(offset, bytes);
  if (is_by_cases(id, at)) return store_by_cases(state, id, offset, at, condition, value);
  store_anywhere(state, id, offset, condition, value);
}

smt::Term SymbolicMemory::gather(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, std::uint32_t bytes) {
  if (offset + bytes > objects_[id].size || offset + bytes < offset) return arbitrary(bytes * 8);
  const Division& layout = objects_[id].layout;
  const Cell cell = cell_at(layout, offset);
  if (cell == Cell{offset, bytes}) return cell_value(state, id, cell);
  smt::Term result;
  for_each_cell(layout, offset, offset + bytes, [&](const Cell& part) {
    const std::uint64_t begin = std::max(part.offset, offset);
    const std::uint64_t end = std::min(part.offset + part.bytes, offset + bytes);
    const smt::Term piece = terms_.bv_extract(as_integer(cell_value(state, id, part)),
                                              static_cast<std::uint32_t>((end - part.offset) * 8 - 1),
                                              static_cast<std::uint32_t>((begin - part.offset) * 8));
    result = result ? terms_.bv_concat(piece, result) : piece;
  });
  return result;
}

void SymbolicMemory::put(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, smt::Term value) {
  const std::uint32_t bytes = terms_.width(value) / 8;
  for_each_cell(objects_[id].layout, offset, offset + bytes, [&](const Cell& cell) {
    const std::uint64_t slot = key(id, cell.offset);
    if (cell == Cell{offset, bytes}) return state.cells.set(slot, named(slot, value));
    const std::uint64_t begin = std::max(cell.offset, offset);
    const std::uint64_t end = std::min(cell.offset + cell.bytes, offset + bytes);
    smt::Term changed = terms_.bv_extract(as_integer(value), static_cast<std::uint32_t>((end - offset) * 8 - 1),
                                          static_cast<std::uint32_t>((begin - offset) * 8));
    if (begin > cell.offset || end < cell.offset + cell.bytes) {
      const smt::Term old = as_integer(cell_value(state, id, cell));
      const auto low = static_cast<std::uint32_t>((begin - cell.offset) * 8);
      const auto high = static_cast<std::uint32_t>((end - cell.offset) * 8);
      if (low > 0) changed = terms_.bv_concat(changed, terms_.bv_extract(old, low - 1, 0));
      if (high < cell.bytes * 8) changed = terms_.bv_concat(terms_.bv_extract(old, cell.bytes * 8 - 1, high), changed);
    }
    state.cells.set(slot, named(slot, changed));
  });
}

// Cells.

Fill SymbolicMemory::fill(const SymbolicState& state, SymbolicObjectId id) const {
  const smt::Term* changed = state.cells.find(key(id, fill_slot));
  if (changed == nullptr) return objects_[id].fill;
  return terms_.is_true(*changed) ? Fill::Zero : Fill::Arbitrary;
}

std::optional<smt::Term> SymbolicMemory::peek(const SymbolicState& state, SymbolicObjectId id, Cell cell) {
  if (const smt::Term* value = state.cells.find(key(id, cell.offset))) return *value;
  if (const smt::Term* array = state.cells.find(key(id, array_zone | cell.bytes)))
    return select(id, *array, terms_.bv(index_width(id), cell.offset));
  if (fill(state, id) == Fill::Zero) return terms_.bv(cell.bytes * 8, 0);
  return std::nullopt;
}

smt::Term SymbolicMemory::cell_value(SymbolicState& state, SymbolicObjectId id, Cell cell) {
  if (const auto known = peek(state, id, cell)) return *known;
  const smt::Term value = first_value(id, cell);
  state.cells.set(key(id, cell.offset), value);
  return value;
}

bool SymbolicMemory::is_arbitrary_if_missing(const SymbolicState& state, std::uint64_t key) const {
  return (key & register_bit) != 0 ? key != rounding_register()
                                   : fill(state, static_cast<SymbolicObjectId>(key >> 32)) == Fill::Arbitrary;
}

} // namespace tandem::semantics::symbolic
