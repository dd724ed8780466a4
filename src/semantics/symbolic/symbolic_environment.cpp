// Accesses through pointers that lead to no object of the program: when they are invalid and, with
// UnconstrainedPointers::LeadToEnvironment, the blocks of environment memory they lead to.
//
// The latter is lazy initialisation (Khurshid, Păsăreanu, Visser, TACAS 2003): an unconstrained pointer is given an
// object on its first use. We differ in that no path is forked: the pointer becomes an if-then-else between a block of
// its own and itself, decided by a Boolean symbol; where the symbol is true but the pointer is not the block's address,
// an invalid access is reported. Aliasing with another object is not among the choices, and different unconstrained
// pointers lead to different blocks, which is why this option only serves the search for counterexamples.

#include "semantics/core/environment_memory.h"
#include "semantics/symbolic/symbolic_memory.h"

namespace tandem::semantics::symbolic {

using smt::Kind;

smt::Term SymbolicMemory::valid(smt::Term pointer) {
  if (is_constant(pointer)) return terms_.boolean(object_at(constant(pointer)).has_value());
  if (!leads_to_object(pointer)) return terms_.false_();
  if (const auto found = valid_.find(pointer); found != valid_.end()) return found->second;
  smt::Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const smt::Term then = valid(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, valid(terms_.arg(pointer, 2)));
  } else {
    result = valid(split_sum(pointer).first);
  }
  return valid_[pointer] = result;
}

// The same pointer, rewritten such that its unconstrained parts may point to blocks of their own.
smt::Term SymbolicMemory::lazily_initialised(smt::Term pointer) {
  if (options_.unconstrained_pointers == UnconstrainedPointers::ReadArbitrary || is_constant(pointer)) return pointer;
  if (const auto found = lazily_initialised_.find(pointer); found != lazily_initialised_.end()) return found->second;
  const auto sum = [&](smt::Term base, smt::Term offset) { return terms_.bv_add(lazily_initialised(base), offset); };
  smt::Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const smt::Term then = lazily_initialised(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, lazily_initialised(terms_.arg(pointer, 2)));
  } else if (leads_to_object(pointer)) {
    const auto [base, offset] = split_sum(pointer);
    result = sum(base, offset);
  } else if (terms_.kind(pointer) == Kind::BvAdd && is_constant(terms_.arg(pointer, 0))) {
    result = sum(terms_.arg(pointer, 1), terms_.arg(pointer, 0));
  } else if (terms_.kind(pointer) == Kind::BvAdd && is_constant(terms_.arg(pointer, 1))) {
    result = sum(terms_.arg(pointer, 0), terms_.arg(pointer, 1));
  } else {
    result = in_new_block(pointer);
  }
  return lazily_initialised_[pointer] = result;
}

// Different unconstrained pointers lead to different blocks.
smt::Term SymbolicMemory::in_new_block(smt::Term pointer) {
  if (environment_blocks_ == most_environment_blocks) return pointer;
  const std::uint32_t index = environment_blocks_++;
  const std::uint64_t address = environment_block_address(types_.data_model(), index);
  by_address_[address] = static_cast<SymbolicObjectId>(objects_.size());
  objects_.push_back({.address = address,
                      .size = environment_block_size(types_.data_model()),
                      .has_fixed_layout = false,
                      .environment_block = index});
  const smt::Term in_block = terms_.bv(pointer_width(), environment_pointer(types_.data_model(), index));
  // With the equation itself as the condition, the if-then-else would simplify to the pointer.
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Environment), pointer.id()};
  const smt::Term leads_there = identities_.symbol(identity, "placed", smt::Sort::boolean());
  invalid_accesses_.push_back(terms_.and_(leads_there, terms_.not_(terms_.eq(pointer, in_block))));
  environment_uses_.push_back(terms_.and_(guard_, leads_there));
  return terms_.ite(leads_there, in_block, pointer);
}

void SymbolicMemory::note_access(smt::Term pointer) {
  const smt::Term is_valid = valid(pointer);
  if (terms_.is_true(is_valid)) return;
  const smt::Term here = terms_.and_(guard_, terms_.not_(is_valid));
  if (!terms_.is_false(here) && (invalid_accesses_.empty() || invalid_accesses_.back() != here))
    invalid_accesses_.push_back(here);
}

// The initial contents of a block: the same on every path.
smt::Term SymbolicMemory::first_environment_value(const SymbolicObject& object, Cell cell) {
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Environment), *object.environment_block,
                          static_cast<std::uint32_t>(cell.offset), cell.bytes};
  const smt::Term value = identities_.symbol(identity, "outside", smt::Sort::bv(cell.bytes * 8));
  environment_.push_back({*object.environment_block, cell.offset, value});
  return value;
}

// As long as nothing was stored outside all objects, an address always has the same contents.
smt::Term SymbolicMemory::load_environment(const SymbolicState& state, smt::Term address, std::uint32_t bits) {
  if (unconstrained_pointers_write_) return arbitrary(bits);
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Environment), address.id(), bits};
  const smt::Term first = identities_.symbol(identity, "outside", smt::Sort::bv(bits));
  const smt::Term* changed = state.cells.find(environment_changed());
  return changed == nullptr ? first : terms_.ite(*changed, arbitrary(bits), first);
}

// Under a condition that never holds on the path, as of a pointer that was not set on another one, nothing is lost.
void SymbolicMemory::store_environment(SymbolicState& state, smt::Term condition) {
  if (!unconstrained_pointers_write_) {
    const smt::Term* before = state.cells.find(environment_changed());
    state.cells.set(environment_changed(), before != nullptr ? terms_.or_(*before, condition) : condition);
    return;
  }
  SymbolicState changed = state;
  havoc_all(changed);
  state = terms_.is_true(condition) ? std::move(changed) : merge(condition, changed, state);
}

// What an unconstrained pointer leads to stays as it is, unless it may be freed.
smt::Term SymbolicMemory::environment_fact(const SymbolicState& state, std::uint32_t question, smt::Term pointer,
                                           smt::Sort sort) {
  const auto any = [&] { return sort.is_bv() ? arbitrary(sort.width()) : arbitrary_truth(); };
  if (unconstrained_pointers_write_) return any();
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Environment), pointer.id(), question, 0, 0};
  const smt::Term first = identities_.symbol(identity, "fact", sort);
  const smt::Term* freed = state.cells.find(environment_freed());
  return freed == nullptr ? first : terms_.ite(*freed, any(), first);
}

} // namespace tandem::semantics::symbolic
