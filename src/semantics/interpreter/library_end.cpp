// Functions that end the program, and those of SV-COMP.

#include "semantics/interpreter/library.h"

#include <fmt/format.h>

namespace tandem::semantics::interpreter {

namespace {

void exit_(LibraryCall& call) {
  const int code = static_cast<int>(call.integer(0) & 0xff);
  call.machine().run_exit_handlers();
  call.machine().end(End::Exit, code);
}

void exit_at_once(LibraryCall& call) { call.machine().end(End::Exit, static_cast<int>(call.integer(0) & 0xff)); }

void abort_(LibraryCall& call) { call.machine().end(End::Abort, abort_exit_code, "the program aborts"); }

void assertion_failed(LibraryCall& call) {
  if (call.count() == 0) call.machine().end(End::AssertFailed, abort_exit_code, "an assertion fails");
  const std::string message = fmt::format("{}:{}: {}: Assertion `{}' failed.", call.text(1), call.word(2),
                                          call.address(3) == 0 ? "?" : call.text(3), call.text(0));
  call.machine().write_output(2, "program: " + message + "\n");
  call.machine().end(End::AssertFailed, abort_exit_code, "assertion '" + call.text(0) + "' fails");
}

void perror_assertion_failed(LibraryCall& call) {
  call.machine().end(End::AssertFailed, abort_exit_code, fmt::format("unexpected error {}", call.integer(0)));
}

// __assert(expression, file, line)
void old_assertion_failed(LibraryCall& call) {
  call.machine().end(End::AssertFailed, abort_exit_code, "assertion '" + call.text(0) + "' fails");
}

void atexit_(LibraryCall& call) {
  call.machine().library.at_exit.push_back(call.address(0));
  call.give(0);
}

void assume(LibraryCall& call) {
  if (call.wide(0) == 0) call.machine().end(End::AssumeViolated, 0, "the assumption does not hold");
}

void nothing(LibraryCall& call) { call.give(0); }

void unreachable_code(LibraryCall&) { throw Fault(FaultKind::BadCall, "__builtin_unreachable is reached"); }

// Fills a block with arbitrary bytes: one input each.
void nondet_memory(LibraryCall& call) {
  call.machine().fill_from_inputs(call.address(0), call.address(1), call.edge());
}

} // namespace

constinit const LibraryTable end_functions = {
    {"exit", &exit_},
    {"_exit", &exit_at_once},
    {"_Exit", &exit_at_once},
    {"quick_exit", &exit_at_once},
    {"abort", &abort_},
    {"__builtin_trap", &abort_},
    {"__builtin_unreachable", &unreachable_code},
    {"__assert_fail", &assertion_failed},
    {"__assert_perror_fail", &perror_assertion_failed},
    {"__assert", &old_assertion_failed},
    {"atexit", &atexit_},
    {"__VERIFIER_error", &abort_},
    {"__VERIFIER_assume", &assume},
    {"__VERIFIER_atomic_begin", &nothing},
    {"__VERIFIER_atomic_end", &nothing},
    {"__VERIFIER_nondet_memory", &nondet_memory},
};

} // namespace tandem::semantics::interpreter
