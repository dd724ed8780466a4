// memset and memcpy of a number of bytes that is not known.
//
// In a small object every byte is a case. A large one becomes a new symbol of an array, of which is kept how it came
// about: a range of the array before was overwritten. Nothing is said about the symbol to the solver. Instead, what is
// read at an index is resolved while terms are built, as reads over stores are: inside of the range it is what was
// written there, outside what the array before has. So no quantifier is needed, and a read costs as many cases as there
// were ranges. (Where a single-assignment form hides the symbol behind another one, what is read is arbitrary.)

#include "semantics/symbolic/symbolic_memory.h"

namespace tandem::semantics::symbolic {

using smt::Kind;
using smt::Sort;

void SymbolicMemory::set_range(SymbolicState& state, smt::Term to, smt::Term byte, smt::Term size) {
  const Range range{size, byte, {}, [byte](smt::Term) { return byte; }};
  store_range(state, lazily_initialised(as_pointer(to)), terms_.bv(pointer_width(), 0), terms_.true_(), range);
}

// All is read before anything is written: the ranges may overlap.
void SymbolicMemory::copy_range(SymbolicState& state, smt::Term to, smt::Term from, smt::Term size) {
  const smt::Term source = lazily_initialised(as_pointer(from));
  Range range{size, {}, {}, {}};
  add_sources(state, source, terms_.bv(pointer_width(), 0), terms_.true_(), range.sources);
  SymbolicState before = state;
  range.at = [&, before](smt::Term distance) mutable {
    return load(before, terms_.bv_add(source, distance), 8, nullptr);
  };
  store_range(state, lazily_initialised(as_pointer(to)), terms_.bv(pointer_width(), 0), terms_.true_(), range);
}

// What leads to no array of bytes has no entry: its bytes are arbitrary.
void SymbolicMemory::add_sources(SymbolicState& state, smt::Term pointer, smt::Term offset, smt::Term condition,
                                 std::vector<RangeSource>& to) {
  if (is_constant(pointer)) {
    const auto id = object_at(constant(pointer));
    if (!id || objects_[*id].function != nullptr) return;
    adopt(*id, nullptr);
    if (!has_uniform_cells(*id, {1, 0}, 1)) return;
    const smt::Term inside = terms_.bv(pointer_width(), constant(pointer) - objects_[*id].address);
    to.push_back({condition, into_array(state, *id, 1), terms_.bv_add(inside, offset)});
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
  if (!leads_to_object(pointer)) return store_environment(state);
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
  const std::uint64_t size = objects_[id].size;
  if (size <= options_.case_limit) {
    adopt(id, nullptr);
    for (std::uint64_t position = 0; position < size; ++position) {
      const smt::Term distance = terms_.bv_sub(terms_.bv(pointer_width(), position), offset);
      const smt::Term here = terms_.and_(condition, terms_.bv_ult(distance, range.size));
      if (terms_.is_false(here)) continue;
      put(state, id, position, terms_.ite(here, range.at(distance), gather(state, id, position, 1)));
    }
    return;
  }
  adopt(id, nullptr);
  if (!has_uniform_cells(id, {1, 0}, 1)) {
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

smt::Term SymbolicMemory::read(smt::Term array, smt::Term index) {
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
    for (auto source = changed.range.sources.rbegin(); source != changed.range.sources.rend(); ++source)
      inside =
          terms_.ite(source->condition, read(source->array, as_index(terms_.bv_add(source->start, distance))), inside);
  }
  return terms_.ite(is_inside, inside, read(changed.before, index, memo));
}

} // namespace tandem::semantics::symbolic
