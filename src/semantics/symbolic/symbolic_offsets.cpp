// Accesses at offsets that are not constant, and how blocks are divided.
//
// An offset that is not constant is abstracted to an arithmetic progression (congruences: Granger, 1989), which limits
// the cells it may select. Few cells are compared one by one; many are moved into an SMT array. From then on the map is
// a write-back cache: constant offsets are still stored as single cells, which take precedence, until the next symbolic
// access moves them as well. Where some of the possible offsets are no start of a cell of the accessed width (the
// members of a record around an array), these are compared one by one, too, and the others are in the array. In an
// array of bytes, wider values are composed of bytes; in one of wider cells, bytes are taken from these.
//
// A block's division follows from what it is first accessed as, and from its size: "a constant and n" is a record, or
// what the program uses as one, with elements behind it.

#include "semantics/symbolic/symbolic_memory.h"

#include <bit>
#include <numeric>

namespace tandem::semantics::symbolic {

using smt::Kind;
using smt::Sort;

namespace {

constexpr std::uint64_t positions_examined = 1 << 14;
constexpr std::size_t most_exceptions = 128;

// The constant that a sum contains; 0 if it is negative.
std::uint64_t constant_part(const smt::Terms& terms, smt::Term t) {
  if (terms.is_constant(t)) return terms.bits(t).low() < 1u << 31 ? terms.bits(t).low() : 0;
  if (terms.kind(t) == Kind::BvAdd)
    return constant_part(terms, terms.arg(t, 0)) + constant_part(terms, terms.arg(t, 1));
  if (terms.kind(t) == Kind::BvMul)
    return constant_part(terms, terms.arg(t, 0)) * constant_part(terms, terms.arg(t, 1));
  return 0;
}

// The elements of the array at the end of a record.
const Type* last_array(const Type& type) {
  if (!type.is_record() || type.fields().empty()) return nullptr;
  const Type& last = *type.fields().back().type;
  return last.is_array() && last.size() <= last.element().size() ? &last.element() : nullptr;
}

} // namespace

void SymbolicMemory::expect_header(SymbolicObjectId id, smt::Term size) {
  const std::uint64_t front = constant_part(terms_, size), word = types_.size_type().size();
  const Progression all = progression(size, 1);
  const bool is_array = all.stride > 1 && all.residue == 0;
  if (!is_array && front >= word && front < objects_[id].size) objects_[id].layout.header = front / word * word;
}

// Neither division may change once there are cells.
void SymbolicMemory::adopt(SymbolicObjectId id, smt::Term offset, std::uint32_t bytes, const Type* pointee) {
  SymbolicObject& object = objects_[id];
  const bool is_typed = pointee != nullptr && pointee->size() != 0 && pointee->size() <= object.size;
  const std::uint64_t begin = constant_part(terms_, offset), end = begin + bytes;
  const auto is_behind = [&] { return object.layout.header != 0 && end > object.layout.header; };
  const bool may_be_in_front = !is_constant(offset) || !is_behind() || begin < object.layout.header;
  if (!object.has_fixed_layout && may_be_in_front) {
    const bool is_front = is_typed && (!is_behind() || last_array(*pointee) != nullptr);
    adopt_in_front(object, is_front ? pointee : nullptr);
  }
  if (object.layout.header == 0 || object.has_fixed_elements || (!is_behind() && is_constant(offset))) return;
  object.has_fixed_elements = true;
  if (!is_behind() || !is_typed) return;
  const Type* element = last_array(*pointee);
  object.layout.element = element != nullptr && element->size() != 0 ? element : pointee;
}

void SymbolicMemory::adopt_in_front(SymbolicObject& object, const Type* pointee) {
  object.has_fixed_layout = true;
  if (pointee == nullptr) return;
  object.layout.type = pointee;
  const Type* element = last_array(*pointee);
  const bool is_flexible = element != nullptr && element->size() != 0 && pointee->fields().back().type->size() == 0;
  if (is_flexible) {
    object.layout.header = pointee->fields().back().offset_bits / 8;
    object.layout.element = element;
    object.has_fixed_elements = true;
  } else if (object.has_fixed_size && pointee->is_record() && object.size % pointee->size() != 0) {
    object.layout.header = pointee->size();
  }
}

// Where an access may be that is no start of a cell of its width; nothing if there are too many such places. Layouts
// repeat, so a prefix is examined.
const std::optional<std::vector<std::uint64_t>>& SymbolicMemory::exceptions(SymbolicObjectId id, Progression at,
                                                                            std::uint32_t bytes) {
  const auto [place, is_new] = exceptions_.try_emplace({id, at.stride, at.residue, bytes});
  std::optional<std::vector<std::uint64_t>>& result = place->second;
  if (!is_new) return result;
  const SymbolicObject& object = objects_[id];
  result.emplace();
  std::uint64_t position = at.residue;
  for (std::uint64_t i = 0; i < positions_examined && position + bytes <= object.size; ++i, position += at.stride) {
    if (cell_at(object.layout, position) == Cell{position, bytes}) continue;
    result->push_back(position);
    if (result->size() <= most_exceptions) continue;
    result.reset();
    break;
  }
  return result;
}

bool SymbolicMemory::has_cells(SymbolicObjectId id, std::uint32_t bytes) {
  const auto& others = exceptions(id, {bytes, 0}, bytes);
  return others && others->empty();
}

// Whether an access that is narrower than the cells may begin in one of them and end in the next.
bool SymbolicMemory::may_cross_cells(SymbolicObjectId id, smt::Term offset, std::uint32_t bytes) {
  const Progression places = progression(offset, bytes);
  if (places.stride % bytes == 0 && places.residue % bytes == 0) return false;
  for (std::uint32_t wide = 2 * bytes; wide <= 8; wide *= 2)
    if (has_cells(id, wide)) return true;
  return false;
}

smt::Term SymbolicMemory::load_anywhere(SymbolicState& state, SymbolicObjectId id, smt::Term offset,
                                        std::uint32_t bytes) {
  if (const auto& others = exceptions(id, progression(offset, bytes), bytes)) {
    const smt::Term array = into_array(state, id, bytes);
    smt::Term result = select(id, array, as_index(array, offset));
    for (const std::uint64_t position : *others) {
      const smt::Term is_here = terms_.eq(offset, terms_.bv(pointer_width(), position));
      if (!terms_.is_false(is_here)) result = terms_.ite(is_here, gather(state, id, position, bytes), result);
    }
    return result;
  }
  if (bytes > 1 && (exceptions(id, {1, 0}, 1) || may_cross_cells(id, offset, bytes))) {
    smt::Term result;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const smt::Term byte = load_anywhere(state, id, terms_.bv_add(offset, terms_.bv(pointer_width(), i)), 1);
      result = result ? terms_.bv_concat(byte, result) : byte;
    }
    return result;
  }
  for (std::uint32_t wide = 2 * bytes; wide <= 8; wide *= 2)
    if (has_cells(id, wide)) {
      const auto [cell, shift] = cell_around(offset, wide);
      const smt::Term all = as_integer(load_anywhere(state, id, cell, wide));
      return terms_.bv_extract(terms_.bv_lshr(all, shift), bytes * 8 - 1, 0);
    }
  ++imprecisions_;
  if (bytes * 8 >= pointer_width() && objects_[id].kind != IdentityKind::Written) let_unconstrained_pointers_write();
  return arbitrary(bytes * 8);
}

// The start of the cell that contains the byte, and by how many bits the byte is shifted in it.
std::pair<smt::Term, smt::Term> SymbolicMemory::cell_around(smt::Term offset, std::uint32_t cell_bytes) {
  const auto low = static_cast<std::uint32_t>(std::countr_zero(cell_bytes));
  const smt::Term start = terms_.bv_concat(terms_.bv_extract(offset, pointer_width() - 1, low), terms_.bv(low, 0));
  const smt::Term bits = terms_.bv_concat(terms_.bv_extract(offset, low - 1, 0), terms_.bv(3, 0));
  return {start, terms_.bv_zero_extend(bits, cell_bytes * 8)};
}

void SymbolicMemory::store_anywhere(SymbolicState& state, SymbolicObjectId id, smt::Term offset, smt::Term condition,
                                    smt::Term value) {
  const std::uint32_t bytes = terms_.width(value) / 8;
  if (const auto& others = exceptions(id, progression(offset, bytes), bytes)) {
    const smt::Term array = into_array(state, id, bytes);
    const smt::Term index = as_index(array, offset);
    const smt::Term element =
        terms_.is_true(condition) ? value : terms_.ite(condition, value, select(id, array, index));
    note_in_array(id, value);
    const std::uint64_t slot = key(id, array_zone | bytes);
    state.cells.set(slot, named(slot, terms_.store(array, index, element)));
    for (const std::uint64_t position : *others) {
      const smt::Term is_here = terms_.eq(offset, terms_.bv(pointer_width(), position));
      put_where(state, id, position, terms_.and_(condition, is_here), value);
    }
    return;
  }
  if (bytes > 1 && (exceptions(id, {1, 0}, 1) || may_cross_cells(id, offset, bytes))) {
    const smt::Term all = as_integer(value);
    for (std::uint32_t i = 0; i < bytes; ++i)
      store_anywhere(state, id, terms_.bv_add(offset, terms_.bv(pointer_width(), i)), condition,
                     terms_.bv_extract(all, i * 8 + 7, i * 8));
    return;
  }
  for (std::uint32_t wide = 2 * bytes; wide <= 8; wide *= 2)
    if (has_cells(id, wide)) {
      const auto [cell, shift] = cell_around(offset, wide);
      const std::uint32_t bits = wide * 8;
      const smt::Term old = as_integer(load_anywhere(state, id, cell, wide));
      const smt::Term ones = terms_.bv_zero_extend(terms_.bv_not(terms_.bv(bytes * 8, 0)), bits);
      const smt::Term rest = terms_.bv_and(old, terms_.bv_not(terms_.bv_shl(ones, shift)));
      const smt::Term part = terms_.bv_shl(terms_.bv_zero_extend(as_integer(value), bits), shift);
      return store_anywhere(state, id, cell, condition, as_pointer(terms_.bv_or(rest, part)));
    }
  ++imprecisions_;
  havoc(state, id);
}

// Cells that change only under a condition are as they were without it, so that pointers in them are still seen.
void SymbolicMemory::put_where(SymbolicState& state, SymbolicObjectId id, std::uint64_t offset, smt::Term condition,
                               smt::Term value) {
  if (terms_.is_false(condition)) return;
  SymbolicState changed = state;
  put(changed, id, offset, value);
  for_each_cell(objects_[id].layout, offset, offset + terms_.width(value) / 8, [&](const Cell& cell) {
    const std::uint64_t slot = key(id, cell.offset);
    const smt::Term now = as_pointer(*changed.cells.find(slot));
    state.cells.set(slot, named(slot, terms_.ite(condition, now, cell_value(state, id, cell))));
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
    const smt::Term here = terms_.eq(offset, terms_.bv(pointer_width(), position));
    put_where(state, id, position, terms_.and_(condition, here), value);
  }
}

smt::Term SymbolicMemory::default_array(const SymbolicState& state, SymbolicObjectId id, std::uint32_t bytes) {
  const Sort sort = Sort::array(Sort::bv(index_width(id)), Sort::bv(bytes * 8));
  if (fill(state, id) == Fill::Zero) return terms_.const_array(sort, terms_.bv(bytes * 8, 0));
  const std::uint64_t address = objects_[id].address;
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Contents), static_cast<std::uint32_t>(address >> 32),
                          static_cast<std::uint32_t>(address), bytes, versions_[address]++};
  const smt::Term result = identities_.symbol(identity, "contents", sort);
  if (objects_[id].kind != IdentityKind::Written && !objects_[id].environment_block) contents_.emplace(result, id);
  return result;
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
    array = terms_.store(array, terms_.bv(index_width(id), at & 0xFFFFFFFF), value);
    moved.push_back(at);
  });
  for (std::uint64_t at : moved) state.cells.erase(at);
  state.cells.set(slot, named(slot, array));
  return array;
}

// Its bytes in one array, those of wider cells, too.
smt::Term SymbolicMemory::bytes_of(SymbolicState& state, SymbolicObjectId id) {
  smt::Term result = into_array(state, id, 1);
  for (const std::uint64_t position : *exceptions(id, {1, 0}, 1))
    result = terms_.store(result, terms_.bv(index_width(id), position), gather(state, id, position, 1));
  return result;
}

// Strides are those of the program's index arithmetic, which does not wrap around if the access is in bounds.
SymbolicMemory::Progression SymbolicMemory::progression(smt::Term offset, std::uint32_t bytes) const {
  if (is_constant(offset)) return {bytes, constant(offset) % bytes};
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

} // namespace tandem::semantics::symbolic
