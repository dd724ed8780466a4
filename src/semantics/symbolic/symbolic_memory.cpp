// KLEE (Cadar, Dunbar, Engler, OSDI 2008) keeps objects apart and forks a path for each object a pointer may refer to;
// flat memory models keep one array and leave aliasing to the solver. Here, pointers are resolved while terms are
// built: a constant is looked up among the objects' addresses, an if-then-else is split, a sum is a base and an offset
// that is carried along, and any other term is an unconstrained pointer. Since paths are joined and never forked, a
// store under a condition keeps the old value where the condition is false.
//
// A state is a persistent map from (object, offset) to a term; a missing cell has the fill of its object, zero or
// arbitrary, so that states are as large as what was written, and merging two costs as much as they differ.
//
// An offset that is not constant is abstracted to an arithmetic progression (congruences: Granger, 1989), which limits
// the cells it may select. Few cells are compared one by one; many are moved into an SMT array, provided that every
// possible offset is the start of a cell of the accessed width. From then on the map is a write-back cache: constant
// offsets are still stored as single cells, which take precedence, until the next symbolic access moves them as well.

#include "semantics/symbolic/symbolic_memory.h"

#include "base/core/require.h"

#include <algorithm>
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
                      .layout = layout,
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

// Pointers.

bool SymbolicMemory::leads_to_object(smt::Term pointer) {
  if (is_constant(pointer)) return object_at(constant(pointer)).has_value();
  const auto found = leads_to_object_.find(pointer);
  if (found != leads_to_object_.end()) return found->second;
  bool result = false;
  if (terms_.kind(pointer) == Kind::Ite)
    result = leads_to_object(terms_.arg(pointer, 1)) || leads_to_object(terms_.arg(pointer, 2));
  else if (terms_.kind(pointer) == Kind::BvAdd || terms_.kind(pointer) == Kind::BvSub)
    result = leads_to_object(terms_.arg(pointer, 0)) || leads_to_object(terms_.arg(pointer, 1));
  leads_to_object_[pointer] = result;
  return result;
}

std::pair<smt::Term, smt::Term> SymbolicMemory::split_sum(smt::Term sum) {
  const smt::Term left = terms_.arg(sum, 0), right = terms_.arg(sum, 1);
  if (terms_.kind(sum) == Kind::BvSub) return {left, terms_.bv_neg(right)};
  // In a sum of an address that depends on the path and a constant, the constant is the offset even if it could be an
  // address.
  if (!is_constant(left) && leads_to_object(left)) return {left, right};
  if (!is_constant(right) && leads_to_object(right)) return {right, left};
  return leads_to_object(left) ? std::pair{left, right} : std::pair{right, left};
}

smt::Term SymbolicMemory::load(SymbolicState& state, smt::Term address, std::uint32_t bits, const Type* pointee) {
  address = lazily_initialised(as_pointer(address));
  note_access(address);
  Memo memo;
  return load_split(state, address, terms_.bv(pointer_width(), 0), bits, pointee, memo);
}

smt::Term SymbolicMemory::load_split(SymbolicState& state, smt::Term pointer, smt::Term offset, std::uint32_t bits,
                                     const Type* pointee, Memo& memo) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id) return arbitrary(bits);
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    return load_object(state, *id, terms_.bv_add(inside, offset), bits, pointee);
  }
  if (!leads_to_object(pointer)) return load_environment(state, terms_.bv_add(pointer, offset), bits);
  if (terms_.kind(pointer) == Kind::Ite) {
    const auto found = memo.find(pointer);
    if (found != memo.end()) return found->second;
    const smt::Term condition = terms_.arg(pointer, 0);
    const smt::Term then = load_split(state, terms_.arg(pointer, 1), offset, bits, pointee, memo);
    const smt::Term otherwise = load_split(state, terms_.arg(pointer, 2), offset, bits, pointee, memo);
    return memo[pointer] = terms_.ite(condition, then, otherwise);
  }
  const auto [base, more] = split_sum(pointer);
  Memo inner; // the memo belongs to one offset
  return load_split(state, base, terms_.bv_add(offset, more), bits, pointee, inner);
}

void SymbolicMemory::store(SymbolicState& state, smt::Term address, smt::Term value, const Type* pointee) {
  store_with(state, address, value, pointee, {});
}

void SymbolicMemory::store_with(SymbolicState& state, smt::Term address, smt::Term value, const Type* pointee,
                                smt::Term flags) {
  address = lazily_initialised(as_pointer(address));
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
  if (!leads_to_object(pointer)) return store_environment(state);
  if (terms_.kind(pointer) != Kind::Ite) {
    const auto [base, more] = split_sum(pointer);
    store_split(state, base, terms_.bv_add(offset, more), condition, value, pointee, flags);
    return;
  }
  std::vector<smt::Term> leaves;
  std::unordered_map<smt::Term, bool> seen;
  collect_leaves(pointer, leaves, seen);
  for (smt::Term leaf : leaves) {
    Memo memo;
    const smt::Term chosen = terms_.and_(condition, reaches(pointer, leaf, memo));
    if (!terms_.is_false(chosen)) store_split(state, leaf, offset, chosen, value, pointee, flags);
  }
}

void SymbolicMemory::collect_leaves(smt::Term pointer, std::vector<smt::Term>& leaves,
                                    std::unordered_map<smt::Term, bool>& seen) {
  if (!seen.emplace(pointer, true).second) return;
  if (terms_.kind(pointer) != Kind::Ite) {
    leaves.push_back(pointer);
    return;
  }
  collect_leaves(terms_.arg(pointer, 1), leaves, seen);
  collect_leaves(terms_.arg(pointer, 2), leaves, seen);
}

// The condition under which the if-then-else tree yields this leaf.
smt::Term SymbolicMemory::reaches(smt::Term pointer, smt::Term leaf, Memo& memo) {
  if (pointer == leaf) return terms_.true_();
  if (terms_.kind(pointer) != Kind::Ite) return terms_.false_();
  const auto found = memo.find(pointer);
  if (found != memo.end()) return found->second;
  const smt::Term then = reaches(terms_.arg(pointer, 1), leaf, memo);
  const smt::Term otherwise = reaches(terms_.arg(pointer, 2), leaf, memo);
  return memo[pointer] = terms_.ite(terms_.arg(pointer, 0), then, otherwise);
}

std::vector<SymbolicMemory::PointerLeaf> SymbolicMemory::leaves_of(smt::Term pointer) {
  std::vector<smt::Term> leaves;
  std::unordered_map<smt::Term, bool> seen;
  collect_leaves(pointer, leaves, seen);
  std::vector<PointerLeaf> result;
  for (smt::Term leaf : leaves) {
    Memo memo;
    result.push_back({leaf, reaches(pointer, leaf, memo)});
  }
  return result;
}

std::vector<SymbolicMemory::CallLeaf> SymbolicMemory::functions_at(smt::Term pointer) {
  std::vector<CallLeaf> result;
  for (const PointerLeaf& leaf : leaves_of(as_pointer(pointer))) {
    const Function* function = nullptr;
    if (is_constant(leaf.pointer))
      if (const auto id = object_at(constant(leaf.pointer))) function = objects_[*id].function;
    result.push_back({function, leaf.condition, is_constant(leaf.pointer)});
  }
  return result;
}

// Objects.

void SymbolicMemory::adopt(SymbolicObjectId id, const Type* pointee) {
  SymbolicObject& object = objects_[id];
  if (object.has_fixed_layout) return;
  object.has_fixed_layout = true;
  if (pointee != nullptr && pointee->size() != 0 && pointee->size() <= object.size) object.layout = pointee;
}

smt::Term SymbolicMemory::load_object(SymbolicState& state, SymbolicObjectId id, smt::Term offset, std::uint32_t bits,
                                      const Type* pointee) {
  adopt(id, pointee);
  const std::uint32_t bytes = bits / 8;
  if (is_constant(offset)) return gather(state, id, constant(offset), bytes);
  const Progression at = progression(offset);
  if (objects_[id].size / at.stride <= options_.case_limit) return load_by_cases(state, id, offset, at, bytes);
  if (!has_uniform_cells(id, at, bytes)) {
    ++imprecisions_;
    if (bits >= pointer_width() && objects_[id].kind != IdentityKind::Written) let_unconstrained_pointers_write();
    return arbitrary(bits);
  }
  return select(id, into_array(state, id, bytes), terms_.bv_extract(offset, 31, 0));
}

void SymbolicMemory::store_object(SymbolicState& state, SymbolicObjectId id, smt::Term offset, smt::Term condition,
                                  smt::Term value, const Type* pointee, smt::Term flags) {
  adopt(id, pointee);
  store_flags(state, id, offset, condition, terms_.width(value), flags);
  const std::uint32_t bytes = terms_.width(value) / 8;
  if (is_constant(offset)) {
    const std::uint64_t at = constant(offset);
    if (at + bytes > objects_[id].size) return;
    if (!terms_.is_true(condition)) value = terms_.ite(condition, value, gather(state, id, at, bytes));
    return put(state, id, at, value);
  }
  const Progression at = progression(offset);
  if (objects_[id].size / at.stride <= options_.case_limit)
    return store_by_cases(state, id, offset, at, condition, value);
  if (!has_uniform_cells(id, at, bytes)) {
    ++imprecisions_;
    return havoc(state, id);
  }
  const smt::Term array = into_array(state, id, bytes);
  const smt::Term index = terms_.bv_extract(offset, 31, 0);
  const smt::Term element =
      terms_.is_true(condition) ? value : terms_.ite(condition, value, terms_.select(array, index));
  note_in_array(id, value);
  const std::uint64_t slot = key(id, array_zone | bytes);
  state.cells.set(slot, named(slot, terms_.store(array, index, element)));
}

smt::Term SymbolicMemory::gather(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, std::uint32_t bytes) {
  if (offset + bytes > objects_[id].size || offset + bytes < offset) return arbitrary(bytes * 8);
  const Type* layout = objects_[id].layout;
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

smt::Term SymbolicMemory::load_by_cases(SymbolicState& state, SymbolicObjectId id, smt::Term offset, Progression at,
                                        std::uint32_t bytes) {
  smt::Term result;
  const std::uint64_t size = objects_[id].size;
  for (std::uint64_t position = at.residue; position + bytes <= size; position += at.stride) {
    const smt::Term here = gather(state, id, position, bytes);
    // Out of bounds any value is allowed, so the last case needs no condition.
    result = result ? terms_.ite(terms_.eq(offset, terms_.bv(pointer_width(), position)), here, result) : here;
  }
  return result ? result : arbitrary(bytes * 8);
}

void SymbolicMemory::store_by_cases(SymbolicState& state, SymbolicObjectId id, smt::Term offset, Progression at,
                                    smt::Term condition, smt::Term value) {
  const std::uint32_t bytes = terms_.width(value) / 8;
  const std::uint64_t size = objects_[id].size;
  for (std::uint64_t position = at.residue; position + bytes <= size; position += at.stride) {
    const smt::Term here = terms_.and_(condition, terms_.eq(offset, terms_.bv(pointer_width(), position)));
    if (!terms_.is_false(here)) put(state, id, position, terms_.ite(here, value, gather(state, id, position, bytes)));
  }
}

// Whether every offset an access may have is the start of a cell of its width. Layouts repeat, so a prefix is checked.
bool SymbolicMemory::has_uniform_cells(SymbolicObjectId id, Progression at, std::uint32_t bytes) const {
  const SymbolicObject& object = objects_[id];
  constexpr std::uint64_t samples = 512;
  std::uint64_t position = at.residue;
  for (std::uint64_t i = 0; i < samples && position + bytes <= object.size; ++i, position += at.stride)
    if (cell_at(object.layout, position) != Cell{position, bytes}) return false;
  return true;
}

smt::Term SymbolicMemory::default_array(const SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes) {
  const Sort sort = Sort::array(Sort::bv(32), Sort::bv(bytes * 8));
  if (fill(state, id) == Fill::Zero) return terms_.const_array(sort, terms_.bv(bytes * 8, 0));
  const std::uint64_t address = objects_[id].address;
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Contents), static_cast<std::uint32_t>(address >> 32),
                          static_cast<std::uint32_t>(address), bytes, versions_[address]++};
  return identities_.symbol(identity, "contents", sort);
}

// Moves all cells of this width into one array, from which they are read from now on.
smt::Term SymbolicMemory::into_array(SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes) {
  const std::uint64_t slot = key(id, array_zone | bytes);
  const smt::Term* known = state.cells.find(slot);
  smt::Term array = known != nullptr ? *known : default_array(state, id, bytes);
  std::vector<std::uint64_t> moved;
  state.cells.for_each_between(key(id, 0), key(id, array_zone - 1), [&](std::uint64_t at, smt::Term value) {
    if (terms_.width(value) != bytes * 8) return;
    note_in_array(id, value);
    array = terms_.store(array, terms_.bv(32, at & 0xFFFFFFFF), value);
    moved.push_back(at);
  });
  for (std::uint64_t at : moved) state.cells.erase(at);
  state.cells.set(slot, named(slot, array));
  return array;
}

// Strides are those of the program's index arithmetic, which does not wrap around if the access is in bounds.
SymbolicMemory::Progression SymbolicMemory::progression(smt::Term offset) const {
  struct Walk {
    const SymbolicMemory& self;
    Progression of(smt::Term t, int depth) const {
      const smt::Terms& terms = self.terms_;
      if (terms.is_constant(t)) return {0, terms.bits(t).low()};
      if (depth == 0) return {1, 0};
      const auto arg = [&](std::size_t i) { return of(terms.arg(t, i), depth - 1); };
      switch (terms.kind(t)) {
      case Kind::BvAdd: {
        const Progression a = arg(0), b = arg(1);
        return {std::gcd(a.stride, b.stride), a.residue + b.residue};
      }
      case Kind::BvMul: {
        const Progression a = arg(0), b = arg(1);
        if (a.stride == 0) return {a.residue * b.stride, a.residue * b.residue};
        if (b.stride == 0) return {b.residue * a.stride, b.residue * a.residue};
        return {1, 0};
      }
      case Kind::BvShl: {
        const Progression a = arg(0), b = arg(1);
        if (b.stride != 0 || b.residue > 32) return {1, 0};
        return {a.stride << b.residue, a.residue << b.residue};
      }
      case Kind::BvConcat: {
        const Progression low = arg(1);
        const std::uint32_t width = terms.width(terms.arg(t, 1));
        if (low.stride != 0 || width > 32) return {1, 0};
        return {std::uint64_t{1} << width, low.residue};
      }
      case Kind::Ite: {
        const Progression a = of(terms.arg(t, 1), depth - 1), b = of(terms.arg(t, 2), depth - 1);
        const std::uint64_t between = a.residue > b.residue ? a.residue - b.residue : b.residue - a.residue;
        return {std::gcd(std::gcd(a.stride, b.stride), between), a.residue};
      }
      case Kind::BvZeroExtend:
      case Kind::BvSignExtend: return arg(0);
      default: return {1, 0};
      }
    }
  };
  Progression result = Walk{*this}.of(offset, 8);
  if (result.stride == 0) result.stride = 1;
  // Negative summands appear as huge residues; only the residue class matters.
  const auto width = pointer_width();
  const auto residue = static_cast<std::int64_t>(width == 32 ? static_cast<std::int32_t>(result.residue)
                                                             : static_cast<std::int64_t>(result.residue));
  const auto stride = static_cast<std::int64_t>(result.stride);
  return {result.stride, static_cast<std::uint64_t>(((residue % stride) + stride) % stride)};
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
    return select(id, *array, terms_.bv(32, cell.offset));
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
