// Instructions that may fail or may run other code of the program, written as plain functions that throw. They are not
// handlers themselves, since pending destructors and exception handlers would prevent the tail call.
#pragma once

#include "semantics/core/fault.h"
#include "semantics/interpreter/handler_support.h"
#include "semantics/interpreter/machine.h"

namespace tandem::semantics::interpreter {

using Work = void (*)(const Instr* pc, Slot* frame, Machine& machine);

// Executes the function; false if the run has ended. Never inlined: its stack frame must not become the handler's.
template <Work work> [[gnu::noinline]] bool did(TANDEM_HANDLER_PARAMETERS) {
  machine.leave(steps);
  try {
    work(pc, frame, machine);
    return !machine.ended();
  } catch (const Fault& fault) {
    machine.fail(pc, machine.steps_left(), fault);
  } catch (const MemoryExhausted& problem) {
    machine.stop(pc, machine.steps_left(), End::MemoryLimit, problem.what());
  } catch (const RunEnded&) {
  }
  return false;
}

template <Work work> void guarded(TANDEM_HANDLER_PARAMETERS) {
  if (!did<work>(pc, frame, machine, steps)) return;
  steps = machine.steps_left();
  TANDEM_NEXT;
}

} // namespace tandem::semantics::interpreter
