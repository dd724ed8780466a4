// Accesses through pointers that lead to no object of the program: where they go wrong, and the blocks that they lead
// to if that is wanted (UnknownPointers, outside.h).

#include "semantics/outside.h"
#include "semantics/symbolic_memory.h"

namespace tandem::semantics {

using smt::Kind;

Term SymbolicMemory::valid(Term pointer) {
  if (is_constant(pointer)) return terms_.boolean(object_at(constant(pointer)).has_value());
  if (!leads_to_object(pointer)) return terms_.false_();
  if (const auto found = valid_.find(pointer); found != valid_.end()) return found->second;
  Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const Term then = valid(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, valid(terms_.arg(pointer, 2)));
  } else {
    result = valid(split_sum(pointer).first);
  }
  return valid_[pointer] = result;
}

// The same pointer, in a form that says that it may lead to a block of its own.
Term SymbolicMemory::placed(Term pointer) {
  if (options_.unknown_pointers == UnknownPointers::LeadNowhere || is_constant(pointer)) return pointer;
  if (const auto found = placed_.find(pointer); found != placed_.end()) return found->second;
  const auto sum = [&](Term base, Term offset) { return terms_.bv_add(placed(base), offset); };
  Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const Term then = placed(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, placed(terms_.arg(pointer, 2)));
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
  return placed_[pointer] = result;
}

// Different pointers from outside lead to different blocks.
Term SymbolicMemory::in_new_block(Term pointer) {
  if (outside_blocks_ == most_outside_blocks) return pointer;
  const std::uint32_t index = outside_blocks_++;
  const std::uint64_t address = outside_block_address(types_.data_model(), index);
  by_address_[address] = static_cast<SymbolicObjectId>(objects_.size());
  objects_.push_back(
      {.address = address, .size = outside_block_size(types_.data_model()), .settled = false, .outside_block = index});
  const Term place = terms_.bv(pointer_width(), outside_pointer(types_.data_model(), index));
  // With the equation itself as the condition, the choice would be the pointer again.
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Outside), pointer.id()};
  const Term leads_there = identities_.symbol(identity, "placed", smt::Sort::boolean());
  strays_.push_back(terms_.and_(leads_there, terms_.not_(terms_.eq(pointer, place))));
  outside_uses_.push_back(terms_.and_(guard_, leads_there));
  return terms_.ite(leads_there, place, pointer);
}

void SymbolicMemory::note_access(Term pointer) {
  const Term is_valid = valid(pointer);
  if (terms_.is_true(is_valid)) return;
  const Term here = terms_.and_(guard_, terms_.not_(is_valid));
  if (!terms_.is_false(here) && (strays_.empty() || strays_.back() != here)) strays_.push_back(here);
}

// What a block holds from the start: the same on every path.
Term SymbolicMemory::first_value_outside(const SymbolicObject& object, Cell cell) {
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Outside), *object.outside_block,
                          static_cast<std::uint32_t>(cell.offset), cell.bytes};
  const Term value = identities_.symbol(identity, "outside", smt::Sort::bv(cell.bytes * 8));
  outside_.push_back({*object.outside_block, cell.offset, value});
  return value;
}

// As long as nothing was stored out there, an address always holds the same.
Term SymbolicMemory::load_outside(const SymbolicState& state, Term address, std::uint32_t bits) {
  if (unknown_pointers_write_ || state.cells.find(outside_changed()) != nullptr) return arbitrary(bits);
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Outside), address.id(), bits};
  return identities_.symbol(identity, "outside", smt::Sort::bv(bits));
}

void SymbolicMemory::store_outside(SymbolicState& state) {
  if (unknown_pointers_write_) return havoc_all(state);
  state.cells.set(outside_changed(), terms_.true_());
}

} // namespace tandem::semantics
