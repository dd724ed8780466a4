// Instructions that ask about memory, and the ends of lifetimes inside an activation.
//
// Whether an allocated block can still be reached is found out as garbage collectors do it that know no types (Boehm,
// Weiser, 1988): every aligned word of what exists counts as a pointer. So a block is never held unreachable by
// mistake.

#include "base/core/require.h"
#include "semantics/interpreter/guarded.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/image.h"
#include "semantics/interpreter/machine.h"

#include <algorithm>

namespace tandem::semantics::interpreter {

namespace {

std::uint64_t answer_of(MemoryQuestion question, const Memory& memory, std::uint64_t address) {
  const Object& object = memory.pointed_to(address);
  const bool exists = object.state == ObjectState::Live;
  switch (question) {
  case MemoryQuestion::Size: return object.size;
  case MemoryQuestion::Offset: return address - object.base;
  case MemoryQuestion::Number: return object.base;
  case MemoryQuestion::Exists:
  case MemoryQuestion::IsReadable: return exists ? 1 : 0;
  case MemoryQuestion::IsWritable: return exists && object.writable == object.size ? 1 : 0;
  case MemoryQuestion::IsAllocated:
    return object.kind == ObjectKind::Heap || object.kind == ObjectKind::Environment ? 1 : 0;
  }
  return 0;
}

template <MemoryQuestion question> void ask(TANDEM_HANDLER_PARAMETERS) {
  frame[pc->a] = answer_of(question, machine.memory, frame[pc->b]);
  if constexpr (question == MemoryQuestion::IsReadable || question == MemoryQuestion::IsWritable)
    machine.asked = frame[pc->b];
  TANDEM_NEXT;
}

template <BlocksFact fact> void ask_blocks(const Instr* pc, Slot* frame, Machine& machine) {
  if (fact == BlocksFact::Freed) {
    frame[pc->a] = machine.memory.has_blocks() ? 0 : 1;
    return;
  }
  const auto stack = fact == BlocksFact::Tracked ? machine.variables_on_stack(frame) : std::vector<Slot>();
  frame[pc->a] = machine.memory.are_blocks_reachable(
                     {machine.globals, static_cast<std::size_t>(machine.image().global_slot_count())}, stack,
                     fact == BlocksFact::Tracked ? Roots::All : Roots::Globals)
                     ? 1
                     : 0;
}

void end_scope(const Instr* pc, Slot* frame, Machine& machine) { machine.memory.end_scope(frame[pc->a]); }

void end_array(const Instr* pc, Slot* frame, Machine& machine) {
  const Object& block = machine.memory.find(frame[pc->a]);
  if (block.kind == ObjectKind::Alloca && block.base == frame[pc->a]) machine.memory.end_scope(frame[pc->a]);
}

void begin_scope(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& variable = *static_cast<const Variable*>(pc->data);
  const std::uint32_t align = std::max(variable.type->align(), variable.explicit_align);
  machine.memory.end_scope(frame[pc->a]); // left by a jump
  frame[pc->a] = machine.memory.push_local(ObjectKind::Local, variable.type->size(), align, &variable);
}

} // namespace

Handler memory_question_handler(MemoryQuestion question) {
  switch (question) {
  case MemoryQuestion::Size: return &ask<MemoryQuestion::Size>;
  case MemoryQuestion::Offset: return &ask<MemoryQuestion::Offset>;
  case MemoryQuestion::Number: return &ask<MemoryQuestion::Number>;
  case MemoryQuestion::Exists: return &ask<MemoryQuestion::Exists>;
  case MemoryQuestion::IsReadable: return &ask<MemoryQuestion::IsReadable>;
  case MemoryQuestion::IsWritable: return &ask<MemoryQuestion::IsWritable>;
  case MemoryQuestion::IsAllocated: return &ask<MemoryQuestion::IsAllocated>;
  }
  unreachable();
}

Handler blocks_handler(BlocksFact fact) {
  switch (fact) {
  case BlocksFact::Freed: return &guarded<&ask_blocks<BlocksFact::Freed>>;
  case BlocksFact::Tracked: return &guarded<&ask_blocks<BlocksFact::Tracked>>;
  case BlocksFact::TrackedByGlobals: return &guarded<&ask_blocks<BlocksFact::TrackedByGlobals>>;
  }
  unreachable();
}

Handler end_scope_handler() { return &guarded<&end_scope>; }
Handler end_array_handler() { return &guarded<&end_array>; }
Handler begin_scope_handler() { return &guarded<&begin_scope>; }

} // namespace tandem::semantics::interpreter
