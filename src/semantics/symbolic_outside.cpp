// Accesses through pointers that lead to no object of the program: where they go wrong, and what is found there if the
// pointer is taken to lead to memory from outside (outside.h).

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

// Valid, or the start of a block that is the pointer's own: different pointers from outside lead to different blocks.
Term SymbolicMemory::placed(Term pointer) {
  if (is_constant(pointer)) return terms_.boolean(object_at(constant(pointer)).has_value());
  if (const auto found = placed_.find(pointer); found != placed_.end()) return found->second;
  Term result;
  if (terms_.kind(pointer) == Kind::Ite) {
    const Term then = placed(terms_.arg(pointer, 1));
    result = terms_.ite(terms_.arg(pointer, 0), then, placed(terms_.arg(pointer, 2)));
  } else if (leads_to_object(pointer)) {
    result = placed(split_sum(pointer).first);
  } else if (terms_.kind(pointer) == Kind::BvAdd && is_constant(terms_.arg(pointer, 0))) {
    result = placed(terms_.arg(pointer, 1));
  } else if (terms_.kind(pointer) == Kind::BvAdd && is_constant(terms_.arg(pointer, 1))) {
    result = placed(terms_.arg(pointer, 0));
  } else {
    const auto index = static_cast<std::uint32_t>(outside_blocks_++);
    result = index >= most_outside_blocks
                 ? terms_.false_()
                 : terms_.eq(pointer, terms_.bv(pointer_width(), outside_block_address(types_.data_model(), index)));
  }
  return placed_[pointer] = result;
}

void SymbolicMemory::note_access(Term pointer) {
  const auto add = [&](std::vector<Term>& list, Term wrong) {
    const Term here = terms_.and_(guard_, wrong);
    if (!terms_.is_false(here) && (list.empty() || list.back() != here)) list.push_back(here);
  };
  const Term is_valid = valid(pointer);
  if (terms_.is_true(is_valid)) return;
  add(strays_, terms_.not_(is_valid));
  add(unplaced_, terms_.not_(placed(pointer)));
}

// As long as nothing was stored out there, an address always holds the same.
Term SymbolicMemory::load_outside(const SymbolicState& state, Term address, std::uint32_t bits) {
  if (unknown_pointers_write_ || state.cells.find(outside_changed()) != nullptr) return arbitrary(bits);
  const Identity identity{static_cast<std::uint32_t>(IdentityKind::Outside), address.id(), bits};
  const Term value = identities_.symbol(identity, "outside", smt::Sort::bv(bits));
  outside_.push_back({address, value, guard_});
  return value;
}

void SymbolicMemory::store_outside(SymbolicState& state) {
  if (unknown_pointers_write_) return havoc_all(state);
  state.cells.set(outside_changed(), terms_.true_());
}

} // namespace tandem::semantics
