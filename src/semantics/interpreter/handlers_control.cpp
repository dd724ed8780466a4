// Edges, calls, returns, inputs and the ends of a run.

#include "base/core/require.h"
#include "semantics/interpreter/guarded.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/image.h"
#include "semantics/interpreter/machine.h"

namespace tandem::semantics::interpreter {

namespace {

// Edges. One comparison covers the step limit, the time limit and the trace: with a trace the budget is always one.

template <Handler then> void edge_at_end_of_budget(TANDEM_HANDLER_PARAMETERS) {
  steps = machine.renew(pc, steps);
  if (steps < 0) return;
  [[clang::musttail]] return then(pc, frame, machine, steps);
}

void go_on(TANDEM_HANDLER_PARAMETERS) { TANDEM_NEXT; }
void go_to(TANDEM_HANDLER_PARAMETERS) { TANDEM_CONTINUE_AT(pc + pc->a); }

template <Handler then> void edge(TANDEM_HANDLER_PARAMETERS) {
  if (--steps <= 0) [[unlikely]]
    [[clang::musttail]] return edge_at_end_of_budget<then>(pc, frame, machine, steps);
  [[clang::musttail]] return then(pc, frame, machine, steps);
}

// Calls.

// A guarded function cannot continue at another instruction, so it only prepares the call, and the handler jumps.
void prepare_call(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& site = *static_cast<const CallSite*>(pc->data);
  if (site.entry == nullptr && machine.memory.find(frame[site.pointer]).kind == ObjectKind::Environment)
    return machine.call_unknown(site, frame);
  FunctionEntry& entry = site.entry == nullptr ? machine.function_at(frame[site.pointer]) : *site.entry;
  if (machine.image().is_target(*entry.function)) machine.reach_target(*site.edge, *entry.function);
  if (!entry.function->has_body()) {
    if (site.entry == nullptr) machine.note_difference(); // which function it is, callers do not see
    return machine.call_external(site, entry, frame);
  }
  const Code& code = machine.image().code(entry);
  machine.adapt_arguments(site, code, frame);
  machine.enter(site, code, pc + 1, frame);
}

void call_slowly(TANDEM_HANDLER_PARAMETERS) {
  const std::size_t depth = machine.activations().size();
  if (!did<&prepare_call>(pc, frame, machine, steps)) return;
  steps = machine.steps_left();
  if (machine.activations().size() == depth) TANDEM_NEXT;
  frame += static_cast<const CallSite*>(pc->data)->frame;
  const Instr* first = machine.activations().back().code->instrs.data();
  TANDEM_CONTINUE_AT(first);
}

void call(TANDEM_HANDLER_PARAMETERS) {
  const auto& site = *static_cast<const CallSite*>(pc->data);
  const Code* code = site.entry->code;
  if (code == nullptr || !site.is_plain || !machine.has_room(*code, frame + site.frame)) [[unlikely]]
    [[clang::musttail]] return call_slowly(pc, frame, machine, steps);
  machine.activations().push_back({code, pc + 1, frame, &site, machine.memory.local_mark(), site.result, 0});
  frame += site.frame;
  const Instr* first = code->instrs.data();
  TANDEM_CONTINUE_AT(first);
}

template <typename T> void return_value(TANDEM_HANDLER_PARAMETERS) {
  const T value = get<T>(frame, pc->a);
  const Activation done = machine.activations().back();
  machine.activations().pop_back();
  machine.memory.pop_locals(done.local_mark);
  frame = done.caller_frame;
  if (done.result >= 0) set<T>(frame, done.result, value);
  TANDEM_CONTINUE_AT(done.return_to);
}

void save_record(const Instr* pc, Slot* frame, Machine& machine) {
  if (pc->immediate == 0) return machine.returned.bytes.clear();
  const unsigned char* bytes = machine.memory.readable(frame[pc->a], pc->immediate);
  const unsigned char* written = bytes + machine.memory.find(frame[pc->a]).size;
  machine.returned.bytes.assign(bytes, bytes + pc->immediate);
  machine.returned.written.assign(written, written + pc->immediate);
}

void return_to_caller(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(pc);
  const Activation done = machine.activations().back();
  machine.activations().pop_back();
  machine.memory.pop_locals(done.local_mark);
  frame = done.caller_frame;
  TANDEM_CONTINUE_AT(done.return_to);
}

void return_record(TANDEM_HANDLER_PARAMETERS) {
  if (!did<&save_record>(pc, frame, machine, steps)) return;
  [[clang::musttail]] return return_to_caller(pc, frame, machine, steps);
}

// The caller may use the value all the same.
void note_missing_value(const Instr* pc, Slot*, Machine& machine) {
  const Activation& done = machine.activations().back();
  machine.returned.bytes.clear();
  if (done.site == nullptr || done.site->result_type == nullptr) return;
  const Type& type = *done.site->result_type;
  if (machine.uninitialised_is_fault())
    throw Fault(FaultKind::UninitialisedRead,
                "'" + done.code->function->source_name() + "' ended without returning the value that is used");
  if (done.result < 0) {
    machine.returned.bytes.assign(type.size(), 0);
    machine.returned.written.assign(type.size(), 0);
    return;
  }
  const UInt128 bits = machine.arbitrary(type, machine.edge_at(pc));
  if (type.width() > 64)
    set<UInt128>(done.caller_frame, done.result, bits);
  else
    done.caller_frame[done.result] = static_cast<Slot>(bits);
}

void return_nothing(TANDEM_HANDLER_PARAMETERS) {
  if (machine.activations().back().result_wanted() && !did<&note_missing_value>(pc, frame, machine, steps)) return;
  [[clang::musttail]] return return_to_caller(pc, frame, machine, steps);
}

void store_returned(const Instr* pc, Slot* frame, Machine& machine) {
  const std::uint64_t to = frame[pc->a];
  const std::size_t size = machine.returned.bytes.size();
  if (size == 0) return;
  unsigned char* bytes = machine.memory.writable(to, size);
  std::memcpy(bytes, machine.returned.bytes.data(), size);
  std::memcpy(bytes + machine.memory.find(to).size, machine.returned.written.data(), size);
}

// Inputs.

void put_bits(const Type& type, Slot* frame, std::int32_t slot, UInt128 bits) {
  if (type.width() > 64)
    set<UInt128>(frame, slot, bits);
  else
    frame[slot] = static_cast<Slot>(bits);
}

InputReason reason_of(NondetSource source) {
  switch (source) {
  case NondetSource::Input: return InputReason::Nondet;
  case NondetSource::Assembly: return InputReason::Arbitrary;
  case NondetSource::Unspecified: return InputReason::Unspecified;
  case NondetSource::Environment: return InputReason::Environment;
  }
  unreachable();
}

void take_input(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& type = *static_cast<const Type*>(pc->data);
  const Edge* edge = machine.edge_at(pc);
  put_bits(type, frame, pc->a, machine.input(reason_of(edge->op.source), type, edge->op.callee, edge));
}

void take_arbitrary(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& type = *static_cast<const Type*>(pc->data);
  put_bits(type, frame, pc->a, machine.arbitrary(type, machine.edge_at(pc)));
}

void record(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& type = *static_cast<const Type*>(pc->data);
  machine.record(machine.edge_at(pc), type.width() > 64 ? get<UInt128>(frame, pc->a) : UInt128{frame[pc->a]});
}

void watch(const Instr* pc, Slot* frame, Machine& machine) {
  machine.watch(*static_cast<const Expr*>(pc->data), frame[pc->a]);
}

void watch_value(const Instr* pc, Slot* frame, Machine& machine) {
  machine.watch_value(*static_cast<const Expr*>(pc->data), UInt128{frame[pc->a]});
}

void give_value(const Instr* pc, Slot* frame, Machine& machine) {
  const auto& variable = *static_cast<const Variable*>(pc->data);
  const std::string& name = variable.source_name.empty() ? variable.name : variable.source_name;
  if (machine.uninitialised_is_fault()) throw Fault(FaultKind::UninitialisedRead, "'" + name + "' has no value yet");
  put_bits(*variable.type, frame, pc->b, machine.arbitrary(*variable.type, machine.edge_at(pc), &variable));
  frame[pc->a] = 1;
}

void check_written(TANDEM_HANDLER_PARAMETERS) {
  if (frame[pc->a] == 0) [[unlikely]]
    [[clang::musttail]] return guarded<&give_value>(pc, frame, machine, steps);
  TANDEM_NEXT;
}

FaultKind fault_of(Check check) {
  switch (check) {
  case Check::DivisionByZero: return FaultKind::DivisionByZero;
  case Check::DivisionOverflow: return FaultKind::DivisionOverflow;
  case Check::SignedOverflow: return FaultKind::SignedOverflow;
  case Check::ShiftAmount: return FaultKind::ShiftAmount;
  case Check::FloatToInteger: return FaultKind::FloatToInteger;
  case Check::NullDereference: return FaultKind::NullDereference;
  case Check::ArrayBounds: return FaultKind::ArrayBounds;
  }
  unreachable();
}

void check_violated(const Instr* pc, Slot*, Machine&) {
  const auto check = static_cast<Check>(pc->immediate);
  throw Fault(fault_of(check), std::string(name(fault_of(check))));
}

void check(TANDEM_HANDLER_PARAMETERS) {
  if (frame[pc->a] == 0) [[unlikely]]
    [[clang::musttail]] return guarded<&check_violated>(pc, frame, machine, steps);
  TANDEM_NEXT;
}

// Ends.

void bad_call(const Instr* pc, Slot*, Machine&) {
  throw Fault(FaultKind::BadCall, *static_cast<const std::string*>(pc->data));
}

void assume_violated(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(frame);
  machine.stop(pc, steps, End::AssumeViolated, "the assumption does not hold");
}

void endless(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(frame);
  machine.stop(pc, steps, End::Endless, "a loop does nothing and has no way out");
}

void path_end(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(frame);
  machine.stop(pc, steps, End::Abort, "a call that should not return did");
}

void halt(TANDEM_HANDLER_PARAMETERS) {
  static_cast<void>(pc);
  static_cast<void>(frame);
  machine.leave(steps);
}

} // namespace

Handler edge_handler() { return &edge<&go_on>; }
Handler edge_jump_handler() { return &edge<&go_to>; }
Handler call_handler() { return &call; }
Handler call_pointer_handler() { return &call_slowly; }
Handler return_handler(std::uint32_t width) { return width > 64 ? &return_value<UInt128> : &return_value<Slot>; }
Handler return_record_handler() { return &return_record; }
Handler return_nothing_handler() { return &return_nothing; }
Handler store_returned_handler() { return &guarded<&store_returned>; }
Handler check_written_handler() { return &check_written; }
Handler input_handler() { return &guarded<&take_input>; }
Handler arbitrary_handler() { return &guarded<&take_arbitrary>; }
Handler record_handler() { return &guarded<&record>; }
Handler watch_handler() { return &guarded<&watch>; }
Handler watch_value_handler() { return &guarded<&watch_value>; }
Handler check_handler() { return &check; }
Handler bad_call_handler() { return &guarded<&bad_call>; }
Handler assume_violated_handler() { return &assume_violated; }
Handler endless_handler() { return &endless; }
Handler path_end_handler() { return &path_end; }
Handler halt_handler() { return &halt; }

} // namespace tandem::semantics::interpreter
