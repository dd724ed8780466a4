// The second half of symbolic_memory.h: operations on whole objects, aggregates and ranges of bytes, and merging. All
// are sequences of loads and stores of cells, with two shortcuts: a copy from one known object moves whole cells
// instead of bytes, and zeroing or havocking an object only changes the fill of its missing cells.

#include "semantics/symbolic/symbolic_memory.h"

#include <algorithm>

namespace tandem::semantics::symbolic {

using smt::Kind;

void SymbolicMemory::forget(SymbolicState& state, SymbolicObjectId id) const {
  forget_contents(state, id);
  forget_flags(state, id);
}

void SymbolicMemory::forget_contents(SymbolicState& state, SymbolicObjectId id) const {
  std::vector<std::uint64_t> keys;
  state.cells.for_each_between(key(id, 0), key(id, last_content_slot),
                               [&](std::uint64_t at, smt::Term) { keys.push_back(at); });
  if (state.cells.find(key(id, fill_slot)) != nullptr) keys.push_back(key(id, fill_slot));
  for (std::uint64_t at : keys) state.cells.erase(at);
}

void SymbolicMemory::havoc(SymbolicState& state, SymbolicObjectId id) {
  forget_contents(state, id);
  state.cells.set(key(id, fill_slot), terms_.false_());
  havoc_flags(state, id);
  // It may now hold pointers to any object.
  if (objects_[id].size * 8 >= pointer_width() && objects_[id].kind != IdentityKind::Written)
    let_unconstrained_pointers_write();
}

// Which object a pointer from an array leads to is told by the stores, if there are few. Otherwise what is stored
// through it may be stored anywhere.
smt::Term SymbolicMemory::select(SymbolicObjectId id, smt::Term array, smt::Term index) {
  const bool may_be_address =
      arrays_with_addresses_.contains(id) && terms_.sort(array).element().width() == pointer_width();
  if (!may_be_address) return read(array, index);
  Memo memo;
  if (const auto result = select_pointer(array, index, memo)) {
    note_contents(array, index);
    return *result;
  }
  let_unconstrained_pointers_write();
  return read(array, index);
}

// A chain of cases over what was stored, so that each pointer is seen. What was there before has no address of an
// object (havoc).
std::optional<smt::Term> SymbolicMemory::select_pointer(smt::Term array, smt::Term index, Memo& memo) {
  constexpr std::size_t most_cases = 256;
  if (const auto known = memo.find(array); known != memo.end()) return known->second;
  if (memo.size() >= most_cases) return std::nullopt;
  const Kind kind = terms_.kind(array);
  std::optional<smt::Term> result;
  if (kind == Kind::Store) {
    const auto rest = select_pointer(terms_.arg(array, 0), index, memo);
    if (rest) result = terms_.ite(terms_.eq(index, terms_.arg(array, 1)), terms_.arg(array, 2), *rest);
  } else if (kind == Kind::Ite) {
    const auto then = select_pointer(terms_.arg(array, 1), index, memo);
    const auto otherwise = then ? select_pointer(terms_.arg(array, 2), index, memo) : std::nullopt;
    if (otherwise) result = terms_.ite(terms_.arg(array, 0), *then, *otherwise);
  } else if (!has_changed_range(array) && !naming_) {
    result = terms_.select(array, index);
  }
  if (result) memo[array] = *result;
  return result;
}

void SymbolicMemory::note_in_array(SymbolicObjectId id, smt::Term value) {
  if (terms_.width(value) == pointer_width() && (leads_to_object(value) || holds_address(value)))
    arrays_with_addresses_.insert(id);
}

void SymbolicMemory::havoc_all(SymbolicState& state) {
  for (SymbolicObjectId id = 0; id < objects_.size(); ++id)
    if (objects_[id].function == nullptr) havoc(state, id);
}

// Objects that no change reaches stay as they are, arrays included; of the others, the cells that no change reaches.
void SymbolicMemory::havoc_where(SymbolicState& state, const MayChange& may_change) {
  constexpr std::uint64_t most_kept = 4096; // bytes of an object of which single cells are kept
  for (SymbolicObjectId id = 0; id < objects_.size(); ++id) {
    const SymbolicObject& object = objects_[id];
    if (object.function != nullptr || !may_change(object, 0, object.size)) continue;
    std::vector<std::pair<std::uint64_t, smt::Term>> kept;
    const std::uint64_t header = object.layout.header;
    const std::uint64_t size = header != 0 && object.size > most_kept ? header : object.size;
    if (size <= most_kept && object.layout.type != nullptr)
      for_each_cell(object.layout, 0, size, [&](const Cell& cell) {
        if (may_change(object, cell.offset, cell.bytes)) return;
        if (const auto value = peek(state, id, cell)) kept.emplace_back(key(id, cell.offset), *value);
      });
    havoc(state, id);
    for (const auto& [at, value] : kept) state.cells.set(at, value);
  }
}

void SymbolicMemory::havoc_behind(SymbolicState& state, smt::Term pointer) {
  std::vector<smt::Term> leaves;
  std::unordered_set<smt::Term> seen;
  collect_leaves(as_pointer(pointer), Leaves::All, leaves, seen);
  while (!leaves.empty()) {
    const smt::Term leaf = leaves.back();
    leaves.pop_back();
    if (is_constant(leaf)) {
      if (const auto id = object_at(constant(leaf)); id && objects_[*id].function == nullptr) havoc(state, *id);
    } else if (leads_to_object(leaf)) {
      collect_leaves(split_sum(leaf).first, Leaves::All, leaves, seen);
    } else if (unconstrained_pointers_write_) {
      havoc_all(state);
    }
  }
}

void SymbolicMemory::copy(SymbolicState& state, smt::Term to, smt::Term from, const Type& type) {
  std::vector<smt::Term> values, flags;
  const auto at = [&](smt::Term base, const Cell& cell) {
    return terms_.bv_add(base, terms_.bv(pointer_width(), cell.offset));
  };
  for_each_cell(&type, 0, type.size(), [&](const Cell& cell) {
    values.push_back(load(state, at(from, cell), cell.bytes * 8, &type));
    flags.push_back(flags_of_copy(state, at(from, cell), cell.bytes * 8));
  });
  std::size_t next = 0;
  for_each_cell(&type, 0, type.size(), [&](const Cell& cell) {
    store_with(state, at(to, cell), values[next], &type, flags[next]);
    ++next;
  });
}

void SymbolicMemory::fill_zero(SymbolicState& state, smt::Term address, const Type& type) {
  for_each_cell(&type, 0, type.size(), [&](const Cell& cell) {
    store(state, terms_.bv_add(address, terms_.bv(pointer_width(), cell.offset)), terms_.bv(cell.bytes * 8, 0), &type);
  });
}

void SymbolicMemory::store_bytes(SymbolicState& state, smt::Term address, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    store(state, terms_.bv_add(address, terms_.bv(pointer_width(), i)),
          terms_.bv(8, static_cast<unsigned char>(bytes[i])), nullptr);
}

void SymbolicMemory::copy_bytes(SymbolicState& state, smt::Term to, smt::Term from, std::uint64_t size) {
  // Divided like the source, or the first of several, so that whole cells are moved.
  Division layout;
  std::uint64_t start = 0;
  smt::Term one = from;
  while (terms_.kind(one) == Kind::Ite && leads_to_object(one))
    one = terms_.arg(one, leads_to_object(terms_.arg(one, 2)) ? 2 : 1);
  if (is_constant(one))
    if (const auto id = object_at(constant(one))) {
      layout = objects_[*id].layout;
      start = constant(one) - objects_[*id].address;
      if (is_constant(to))
        if (const auto target = object_at(constant(to))) {
          const std::uint64_t at = constant(to) - objects_[*target].address;
          adopt(*target, terms_.bv(pointer_width(), at), 1, layout.type);
        }
    }
  struct Part {
    std::uint64_t offset;
    smt::Term value, flags;
  };
  std::vector<Part> parts;
  for_each_cell(layout, start, start + size, [&](const Cell& cell) {
    const std::uint64_t begin = std::max(cell.offset, start), end = std::min(cell.offset + cell.bytes, start + size);
    const smt::Term source = terms_.bv_add(from, terms_.bv(pointer_width(), begin - start));
    const auto bits = static_cast<std::uint32_t>(end - begin) * 8;
    const smt::Term value = load(state, source, bits, nullptr);
    parts.push_back({begin - start, value, flags_of_copy(state, source, bits)});
  });
  for (const auto& [offset, value, flags] : parts)
    store_with(state, terms_.bv_add(to, terms_.bv(pointer_width(), offset)), value, nullptr, flags);
}

void SymbolicMemory::set_bytes(SymbolicState& state, smt::Term to, smt::Term byte, std::uint64_t size) {
  if (is_constant(to) && is_constant(byte) && constant(byte) == 0)
    if (const auto id = object_at(constant(to));
        id && objects_[*id].address == constant(to) && objects_[*id].size == size) {
      forget_contents(state, *id);
      state.cells.set(key(*id, fill_slot), terms_.true_());
      mark_all_written(state, *id);
      return;
    }
  for (std::uint64_t i = 0; i < size; ++i)
    store(state, terms_.bv_add(to, terms_.bv(pointer_width(), i)), byte, nullptr);
}

// Merging.

SymbolicState SymbolicMemory::merge(smt::Term condition, const SymbolicState& a, const SymbolicState& b) {
  return {PersistentMap<smt::Term>::merge(a.cells, b.cells,
                                          [&](std::uint64_t at, const smt::Term* left, const smt::Term* right) {
                                            return merge_key(at, left, right, condition, a, b);
                                          })};
}

std::optional<smt::Term> SymbolicMemory::merge_key(std::uint64_t at, const smt::Term* a, const smt::Term* b,
                                                   smt::Term condition, const SymbolicState& left,
                                                   const SymbolicState& right) {
  if (a != nullptr && b != nullptr && *a == *b) return *a;
  if (at == rounding_register()) {
    const smt::Term nearest = terms_.bv(32, 0);
    return named(at, terms_.ite(condition, a != nullptr ? *a : nearest, b != nullptr ? *b : nearest));
  }
  if (at == blocks_unknown()) return terms_.true_();
  if (at == environment_changed() || at == environment_freed())
    return terms_.ite(condition, a != nullptr ? *a : terms_.false_(), b != nullptr ? *b : terms_.false_());
  if (at & register_bit) {
    if (a != nullptr && b != nullptr) return named(at, terms_.ite(condition, *a, *b));
    const smt::Term known = a != nullptr ? *a : *b;
    if (at & temporary_bit) return known;
    // On the other path the register is uninitialised: arbitrary.
    const Identity identity{static_cast<std::uint32_t>(IdentityKind::Unknown), unknowns_++, known.id()};
    const smt::Term any = identities_.symbol(identity, "unset", terms_.sort(known));
    return named(at, terms_.ite(condition, a != nullptr ? known : any, a != nullptr ? any : known));
  }
  const auto id = static_cast<SymbolicObjectId>(at >> 32);
  const std::uint64_t offset = at & 0xFFFFFFFF;
  if (offset == fill_slot) return terms_.boolean(fill(left, id) == Fill::Zero && fill(right, id) == Fill::Zero);
  if (offset == size_slot) {
    if (a == nullptr || b == nullptr) return a != nullptr ? *a : *b; // on the other path it does not exist
    return named(at, terms_.ite(condition, *a, *b));
  }
  if (offset == lifetime_slot || offset == all_written_slot || offset == stale_slot)
    return named(at, terms_.ite(condition, a != nullptr ? *a : terms_.false_(), b != nullptr ? *b : terms_.false_()));
  if (offset >= array_zone) {
    const auto bytes = static_cast<std::uint32_t>(offset - array_zone);
    const smt::Term x = a != nullptr ? *a : default_array(left, id, bytes);
    const smt::Term y = b != nullptr ? *b : default_array(right, id, bytes);
    return named(at, terms_.ite(condition, x, y));
  }
  const Cell cell{offset, terms_.width(a != nullptr ? *a : *b) / 8};
  const auto x = a != nullptr ? *a : peek(left, id, cell);
  const auto y = b != nullptr ? *b : peek(right, id, cell);
  return named(at, terms_.ite(condition, x ? *x : first_value(id, cell), y ? *y : first_value(id, cell)));
}

} // namespace tandem::semantics::symbolic
