// Where C does not say what a run will see of addresses, instructions note so (handlers_addresses.cpp).

#include "semantics/interpreter/emitter.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/memory.h"

namespace tandem::semantics::interpreter {

Operand Emitter::with_note(Value address) {
  const bool is_null = address.is_constant && address.bits == 0;
  if (!notes_addresses() || is_null) return address;
  const std::int32_t slot = in_slot(pointer_width(), address);
  emit(note_address_handler(), slot);
  return {.slot = slot};
}

// Where functions lie here, nothing else tells a number from the address of a function.
Operand Emitter::integer_constant(const Expr& expr) {
  const Value value = constant(expr.type().width(), expr.bits());
  const bool may_be_function =
      expr.type().is_pointer() && value.bits >= first_function_address && value.bits < end_of_function_addresses;
  return may_be_function ? with_note(value) : value;
}

std::pair<Operand, Operand> Emitter::with_note(AddressRelation relation, Value left, Value right) {
  if (!notes_addresses()) return {left, right};
  const std::int32_t l = in_slot(pointer_width(), left), r = in_slot(pointer_width(), right);
  emit(note_addresses_handler(relation), l, r);
  return {Operand{.slot = l}, Operand{.slot = r}};
}

std::pair<Operand, Operand> Emitter::equatable(Value left, Value right) {
  return with_note(AddressRelation::Equal, left, right);
}

std::pair<Operand, Operand> Emitter::comparable(Value left, Value right) {
  return with_note(AddressRelation::Ordered, left, right);
}

} // namespace tandem::semantics::interpreter
