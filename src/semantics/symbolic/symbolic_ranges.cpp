// memset and memcpy of a number of bytes that is not known.
//
// In a small object every byte is a case. A large one becomes a new symbol of an array, of which is kept how it came
// about: a range of the array before was overwritten. Nothing is said about the symbol to the solver. Instead, what is
// read at an index is resolved while terms are built, as reads over stores are: inside of the range it is what was
// written there, outside what the array before has. So no quantifier is needed, and a read costs as many cases as there
// were ranges. (Where a single-assignment form hides the symbol behind another one, what is read is arbitrary.)

#include "semantics/symbolic/symbolic_memory.h"

#include <algorithm>

namespace tandem::semantics::symbolic {

using smt::Kind;
using smt::Sort;

void SymbolicMemory::set_range(SymbolicState& state, smt::Term to, smt::Term byte, smt::Term size) {
  const Range range{size, byte, {}, [byte](smt::Term) { return byte; }};
  store_range(state, resolved(to), terms_.bv(pointer_width(), 0), terms_.true_(), range);
}

// All is read before anything is written: the ranges may overlap.
void SymbolicMemory::copy_range(SymbolicState& state, smt::Term to, smt::Term from, smt::Term size) {
  const smt::Term source = resolved(from);
  Range range{size, {}, {}, {}};
  add_sources(state, source, terms_.bv(pointer_width(), 0), terms_.true_(), range.sources);
  SymbolicState before = state;
  range.at = [&, before](smt::Term distance) mutable {
    return load(before, terms_.bv_add(source, distance), 8, nullptr);
  };
  store_range(state, resolved(to), terms_.bv(pointer_width(), 0), terms_.true_(), range);
}

// Where two ranges are equal, one may be read instead of the other, which is what a copy says. It would lose what is
// known of other objects.
void SymbolicMemory::equate_ranges(SymbolicState& state, smt::Term a, smt::Term b, smt::Term size) {
  if (is_array_of_bytes(resolved(a)) && is_array_of_bytes(resolved(b))) copy_range(state, a, b, size);
}

bool SymbolicMemory::is_array_of_bytes(smt::Term pointer) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id) return true; // nothing is copied
    if (objects_[*id].function != nullptr || objects_[*id].size <= options_.case_limit) return false;
    return !objects_[*id].has_fixed_layout || has_bytes(*id);
  }
  if (!leads_to_object(pointer)) return false;
  if (terms_.kind(pointer) != Kind::Ite) return is_array_of_bytes(split_sum(pointer).first);
  const std::vector<PointerLeaf> leaves = leaves_of(pointer);
  return std::ranges::all_of(leaves, [&](const PointerLeaf& leaf) { return is_array_of_bytes(leaf.pointer); });
}

// What leads to no array of bytes has no entry: its bytes are arbitrary.
void SymbolicMemory::add_sources(SymbolicState& state, smt::Term pointer, smt::Term offset, smt::Term condition,
                                 std::vector<RangeSource>& to) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id || objects_[*id].function != nullptr) return;
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    const smt::Term start = terms_.bv_add(inside, offset);
    adopt(*id, start, 1, nullptr);
    if (has_bytes(*id)) to.push_back({condition, bytes_of(state, *id), start});
    return;
  }
  if (!leads_to_object(pointer)) return;
  if (terms_.kind(pointer) == Kind::Ite) {
    for (const PointerLeaf& leaf : leaves_of(pointer))
      if (const smt::Term chosen = terms_.and_(condition, leaf.condition); !terms_.is_false(chosen))
        add_sources(state, leaf.pointer, offset, chosen, to);
    return;
  }
  const auto [base, more] = split_sum(pointer);
  add_sources(state, base, terms_.bv_add(offset, more), condition, to);
}

void SymbolicMemory::store_range(SymbolicState& state, smt::Term pointer, smt::Term offset, smt::Term condition,
                                 const Range& range) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id || objects_[*id].function != nullptr) return;
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    return store_range_in(state, *id, terms_.bv_add(inside, offset), condition, range);
  }
  if (!leads_to_object(pointer)) return store_environment(state, condition);
  if (terms_.kind(pointer) == Kind::Ite) {
    for (const PointerLeaf& leaf : leaves_of(pointer))
      if (const smt::Term chosen = terms_.and_(condition, leaf.condition); !terms_.is_false(chosen))
        store_range(state, leaf.pointer, offset, chosen, range);
    return;
  }
  const auto [base, more] = split_sum(pointer);
  store_range(state, base, terms_.bv_add(offset, more), condition, range);
}

void SymbolicMemory::store_range_in(SymbolicState& state, SymbolicObjectId id, smt::Term offset, smt::Term condition,
                                    const Range& range) {
  adopt(id, offset, 1, nullptr);
  const std::uint64_t size = objects_[id].size;
  if (size <= options_.case_limit) {
    for_each_cell(objects_[id].layout, 0, size,
                  [&](const Cell& cell) { store_range_in_cell(state, id, cell, offset, condition, range); });
    return;
  }
  if (!has_bytes(id)) {
    ++imprecisions_;
    return havoc(state, id);
  }
  const smt::Term before = into_array(state, id, 1);
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Unknown), unknowns_++, before.id()};
  const smt::Term array = identities_.symbol(identity, "range", terms_.sort(before));
  changed_arrays_.emplace(array, ChangedArray{before, condition, offset, {range.size, range.byte, range.sources, {}}});
  has_changed_range_[array] = true;
  const std::uint64_t slot = key(id, array_zone | 1);
  state.cells.set(slot, named(slot, array));
  std::uint64_t done = 0;
  for (const std::uint64_t position : *exceptions(id, {1, 0}, 1)) {
    if (position < done) continue;
    const Cell cell = cell_at(objects_[id].layout, position);
    store_range_in_cell(state, id, cell, offset, condition, range);
    done = cell.offset + cell.bytes;
  }
}

// Where no byte changes, the cell is as it was, so that a pointer in it is still seen.
void SymbolicMemory::store_range_in_cell(SymbolicState& state, SymbolicObjectId id, const Cell& cell, smt::Term offset,
                                         smt::Term condition, const Range& range) {
  if (is_constant(offset) && cell.offset + cell.bytes <= constant(offset)) return; // a range does not wrap around
  smt::Term changes = terms_.false_(), bytes;
  const smt::Term old = cell_value(state, id, cell);
  for (std::uint32_t i = 0; i < cell.bytes; ++i) {
    const smt::Term distance = terms_.bv_sub(terms_.bv(pointer_width(), cell.offset + i), offset);
    const smt::Term here = terms_.and_(condition, terms_.bv_ult(distance, range.size));
    const smt::Term before = cell.bytes == 1 ? old : terms_.bv_extract(as_integer(old), i * 8 + 7, i * 8);
    const smt::Term byte = terms_.is_false(here) ? before : terms_.ite(here, range.at(distance), before);
    bytes = bytes ? terms_.bv_concat(byte, bytes) : byte;
    changes = terms_.or_(changes, here);
  }
  if (terms_.is_false(changes)) return;
  const std::uint64_t slot = key(id, cell.offset);
  state.cells.set(slot, named(slot, terms_.ite(changes, as_pointer(bytes), old)));
}

bool SymbolicMemory::has_changed_range(smt::Term array) {
  const Kind kind = terms_.kind(array);
  if (kind != Kind::Store && kind != Kind::Ite) return changed_arrays_.contains(array);
  if (const auto known = has_changed_range_.find(array); known != has_changed_range_.end()) return known->second;
  const bool result = kind == Kind::Store
                          ? has_changed_range(terms_.arg(array, 0))
                          : has_changed_range(terms_.arg(array, 1)) || has_changed_range(terms_.arg(array, 2));
  return has_changed_range_[array] = result;
}

// A read of the array may be one of the contents that it starts with.
void SymbolicMemory::note_contents(smt::Term array, smt::Term index) {
  constexpr std::size_t most = 4096, deepest = 512;
  if (!on_contents_read_ || noted_contents_.size() >= most) return;
  std::vector<smt::Term> left{array};
  std::set<smt::Term> seen;
  while (!left.empty() && seen.size() < deepest) {
    const smt::Term next = left.back();
    left.pop_back();
    if (!seen.insert(next).second) continue;
    const Kind kind = terms_.kind(next);
    if (kind == Kind::Store) left.push_back(terms_.arg(next, 0));
    if (kind == Kind::Ite) left.insert(left.end(), {terms_.arg(next, 1), terms_.arg(next, 2)});
    if (const auto range = changed_arrays_.find(next); range != changed_arrays_.end())
      left.push_back(range->second.before);
    const auto object = contents_.find(next);
    if (object == contents_.end()) continue;
    const smt::Term value = terms_.select(next, index);
    if (noted_contents_.insert(value).second)
      on_contents_read_(value, object->second, terms_.bv_zero_extend(index, pointer_width()));
  }
}

smt::Term SymbolicMemory::read(smt::Term array, smt::Term index) {
  note_contents(array, index);
  if (changed_arrays_.empty() || !has_changed_range(array)) return terms_.select(array, index);
  Memo memo;
  return read(array, index, memo);
}

smt::Term SymbolicMemory::read(smt::Term array, smt::Term index, Memo& memo) {
  if (!has_changed_range(array)) return terms_.select(array, index);
  if (const auto known = memo.find(array); known != memo.end()) return known->second;
  smt::Term result;
  if (terms_.kind(array) == Kind::Store) {
    const smt::Term is_here = terms_.eq(index, terms_.arg(array, 1));
    result = terms_.ite(is_here, terms_.arg(array, 2), read(terms_.arg(array, 0), index, memo));
  } else if (terms_.kind(array) == Kind::Ite) {
    const smt::Term then = read(terms_.arg(array, 1), index, memo);
    result = terms_.ite(terms_.arg(array, 0), then, read(terms_.arg(array, 2), index, memo));
  } else {
    const ChangedArray changed = changed_arrays_.at(array);
    result = read_range(changed, index, memo);
  }
  return memo[array] = result;
}

smt::Term SymbolicMemory::read_range(const ChangedArray& changed, smt::Term index, Memo& memo) {
  const smt::Term offset = terms_.bv_zero_extend(index, pointer_width());
  const smt::Term distance = terms_.bv_sub(offset, changed.start);
  const smt::Term is_inside = terms_.and_(changed.condition, terms_.bv_ult(distance, changed.range.size));
  smt::Term inside = changed.range.byte;
  if (!inside) {
    inside = arbitrary(8);
    for (auto source = changed.range.sources.rbegin(); source != changed.range.sources.rend(); ++source) {
      const smt::Term index_there = as_index(source->array, terms_.bv_add(source->start, distance));
      inside = terms_.ite(source->condition, read(source->array, index_there), inside);
    }
  }
  return terms_.ite(is_inside, inside, read(changed.before, index, memo));
}

} // namespace tandem::semantics::symbolic
