// Instructions that note what C leaves open about addresses: their numbers, also seen as bytes of pointers, and how
// pointers into different objects compare. They are emitted only for a run that is to stand for all (AddressUse).

#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/machine.h"

namespace tandem::semantics::interpreter {

namespace {

void note_address(TANDEM_HANDLER_PARAMETERS) {
  if (frame[pc->a] != 0) machine.note_difference();
  TANDEM_NEXT;
}

template <AddressRelation relation> void note_addresses(TANDEM_HANDLER_PARAMETERS) {
  const Slot left = frame[pc->a], right = frame[pc->b];
  const bool is_known = relation == AddressRelation::Equal ? machine.memory.are_equatable(left, right)
                                                           : machine.memory.are_ordered(left, right);
  if (!is_known) machine.note_difference();
  TANDEM_NEXT;
}

template <Pointers pointers> std::uint64_t address(const Instr* pc, const Slot* frame) {
  const std::uint64_t sum = frame[pc->a] + pc->immediate;
  return pointers == Pointers::Narrow ? static_cast<std::uint32_t>(sum) : sum;
}

template <Pointers pointers> void note_pointer_bytes(TANDEM_HANDLER_PARAMETERS) {
  if (machine.memory.has_pointer_bytes(address<pointers>(pc, frame), static_cast<std::uint64_t>(pc->b)))
    machine.note_difference();
  TANDEM_NEXT;
}

template <Pointers pointers> void mark_pointer(TANDEM_HANDLER_PARAMETERS) {
  machine.memory.mark_pointer(address<pointers>(pc, frame), static_cast<std::uint64_t>(pc->b));
  TANDEM_NEXT;
}

} // namespace

Handler note_address_handler() { return &note_address; }

Handler note_addresses_handler(AddressRelation relation) {
  return relation == AddressRelation::Equal ? &note_addresses<AddressRelation::Equal>
                                            : &note_addresses<AddressRelation::Ordered>;
}

Handler note_pointer_bytes_handler(Pointers pointers) {
  return pointers == Pointers::Narrow ? &note_pointer_bytes<Pointers::Narrow> : &note_pointer_bytes<Pointers::Wide>;
}

Handler mark_pointer_handler(Pointers pointers) {
  return pointers == Pointers::Narrow ? &mark_pointer<Pointers::Narrow> : &mark_pointer<Pointers::Wide>;
}

} // namespace tandem::semantics::interpreter
