// Undefined behaviour of a running program, and what the interpreter does not model. A fault ends the run and is
// reported with the position in the source; the operation is never executed.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tandem::semantics {

enum class FaultKind : std::uint8_t {
  NullDereference,
  OutOfBounds,
  UseAfterFree,
  DeadStackObject, // a local of a function that has returned
  UninitialisedRead,
  ReadOnlyWrite, // to a string literal or a variable defined const
  BadFree,       // freed twice, or never allocated
  BadCall,       // through a pointer to no function or to one of another type
  DivisionByZero,
  DivisionOverflow,
  SignedOverflow,
  ShiftAmount,
  FloatToInteger,
  ArrayBounds,
  StackOverflow,
  Library, // a library function was used in a way that is not modelled
};

std::string_view name(FaultKind kind); // "out of bounds"

// Thrown by library functions and slow paths, caught by the machine.
class Fault : public std::runtime_error {
public:
  Fault(FaultKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  FaultKind kind() const { return kind_; }

private:
  FaultKind kind_;
};

// The program needs more memory than the run may use; this ends the run, but is not a fault of the program.
class MemoryExhausted : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace tandem::semantics
