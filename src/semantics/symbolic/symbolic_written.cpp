// Which bytes of memory were written: what tandem_written() answers.
//
// MemorySanitizer (Stepanov, Serebryany, CGO 2015) keeps a shadow of all memory, a bit for each bit. Here an object has
// a second one of the same size and layout, made on first use, so that a flag is found wherever its byte is: at
// offsets that are not constant by cases or in an SMT array. Its bits say where the object differs from how it starts:
// variables with static storage, blocks of calloc and environment memory start as written, all others as not written.
// So what nothing is known of is not called written.
//
// Copies copy the flags along. Where the program copies nothing that may be unwritten, what was written stays so, also
// where a loop or a call makes the contents arbitrary.

#include "semantics/symbolic/symbolic_memory.h"

namespace tandem::semantics::symbolic {

bool SymbolicMemory::starts_written(SymbolicObjectId id) const {
  const SymbolicObject& object = objects_[id];
  return object.fill == Fill::Zero || object.kind == IdentityKind::Global || object.environment_block.has_value();
}

bool SymbolicMemory::has_flags(SymbolicObjectId id) const {
  const SymbolicObject& object = objects_[id];
  if (options_.writes == Writes::Unknown || object.kind == IdentityKind::Written || object.function != nullptr)
    return false;
  return options_.writes == Writes::FollowedInCopies || !starts_written(id);
}

Identity SymbolicMemory::identity_of_flags(SymbolicObjectId id) const {
  const std::uint64_t address = objects_[id].address;
  return {static_cast<std::uint32_t>(IdentityKind::Written), static_cast<std::uint32_t>(address >> 32),
          static_cast<std::uint32_t>(address)};
}

SymbolicObjectId SymbolicMemory::make_flags(SymbolicObjectId id) {
  const std::size_t before = objects_.size();
  const SymbolicObjectId flags = allocate(identity_of_flags(id), objects_[id].size, nullptr, Fill::Zero);
  if (flags < before) return flags;
  objects_[flags].layout = objects_[id].layout;
  objects_[flags].has_fixed_elements = true;
  objects_[flags].has_fixed_size = objects_[id].has_fixed_size;
  return flags;
}

std::optional<SymbolicObjectId> SymbolicMemory::find_flags(SymbolicObjectId id) const {
  if (!has_flags(id)) return std::nullopt;
  return find(identity_of_flags(id), objects_[id].size, Fill::Zero);
}

smt::Term SymbolicMemory::is_written(SymbolicState& state, smt::Term pointer, std::uint32_t bytes) {
  if (options_.writes == Writes::Unknown || !follows_lifetimes()) return arbitrary_truth();
  return terms_.eq(load_flags(state, pointer, bytes * 8), ones(bytes * 8));
}

smt::Term SymbolicMemory::load_flags(SymbolicState& state, smt::Term pointer, std::uint32_t bits) {
  return of_object(pointer, [&](const PointedTo& to) {
    const bool is_known = to.kind == PointedTo::Kind::Known && to.object && objects_[*to.object].function == nullptr;
    return is_known ? load_object_flags(state, *to.object, to.offset, bits) : arbitrary(bits);
  });
}

smt::Term SymbolicMemory::load_object_flags(SymbolicState& state, SymbolicObjectId id, smt::Term offset,
                                            std::uint32_t bits) {
  smt::Term result = starts_written(id) ? ones(bits) : terms_.bv(bits, 0);
  if (const auto flags = find_flags(id)) {
    const smt::Term changed = load_object(state, *flags, offset, bits, nullptr);
    result = starts_written(id) ? terms_.bv_not(changed) : changed;
  }
  const smt::Term* all = state.cells.find(key(id, all_written_slot));
  return all == nullptr ? result : terms_.ite(*all, ones(bits), result);
}

// None if writes are not followed.
smt::Term SymbolicMemory::flags_of_copy(SymbolicState& state, smt::Term from, std::uint32_t bits) {
  return options_.writes == Writes::Unknown ? smt::Term() : load_flags(state, from, bits);
}

// Without flags, everything is written that is stored.
void SymbolicMemory::store_flags(SymbolicState& state, SymbolicObjectId id, smt::Term offset, smt::Term condition,
                                 std::uint32_t bits, smt::Term flags) {
  if (!has_flags(id)) return;
  const bool is_all = !flags || flags == ones(bits);
  if (!is_all) state.cells.erase(key(id, all_written_slot));
  if (is_all && starts_written(id) && !find_flags(id)) return;
  if (is_all) flags = ones(bits);
  store_object(state, make_flags(id), offset, condition, starts_written(id) ? terms_.bv_not(flags) : flags, nullptr,
               {});
}

void SymbolicMemory::mark_all_written(SymbolicState& state, SymbolicObjectId id) {
  if (!has_flags(id)) return;
  if (!starts_written(id)) return state.cells.set(key(id, all_written_slot), terms_.true_());
  if (const auto flags = find_flags(id)) forget_contents(state, *flags);
}

void SymbolicMemory::forget_flags(SymbolicState& state, SymbolicObjectId id) const {
  if (!has_flags(id)) return;
  state.cells.erase(key(id, all_written_slot));
  if (const auto flags = find_flags(id)) forget_contents(state, *flags);
}

void SymbolicMemory::havoc_flags(SymbolicState& state, SymbolicObjectId id) {
  if (!has_flags(id)) return;
  const SymbolicObjectId flags = make_flags(id);
  std::vector<std::pair<std::uint64_t, smt::Term>> kept;
  if (options_.writes == Writes::Followed)
    state.cells.for_each_between(key(flags, 0), key(flags, array_zone - 1), [&](std::uint64_t at, smt::Term value) {
      if (value == ones(terms_.width(value))) kept.emplace_back(at, value);
    });
  else
    state.cells.erase(key(id, all_written_slot));
  forget_contents(state, flags);
  state.cells.set(key(flags, fill_slot), terms_.false_());
  for (const auto& [at, value] : kept) state.cells.set(at, value);
}

} // namespace tandem::semantics::symbolic
