// The names under which faults are reported.

#include "semantics/core/fault.h"

#include "base/core/require.h"

namespace tandem::semantics {

std::string_view name(FaultKind kind) {
  switch (kind) {
  case FaultKind::NullDereference: return "null dereference";
  case FaultKind::OutOfBounds: return "out of bounds";
  case FaultKind::UseAfterFree: return "use after free";
  case FaultKind::DeadStackObject: return "use of a dead local";
  case FaultKind::UninitialisedRead: return "uninitialised read";
  case FaultKind::ReadOnlyWrite: return "write to a string literal or a constant";
  case FaultKind::BadFree: return "bad free";
  case FaultKind::BadCall: return "bad call";
  case FaultKind::DivisionByZero: return "division by zero";
  case FaultKind::DivisionOverflow: return "division overflow";
  case FaultKind::SignedOverflow: return "signed overflow";
  case FaultKind::ShiftAmount: return "shift amount";
  case FaultKind::FloatToInteger: return "float does not fit integer";
  case FaultKind::ArrayBounds: return "array bounds";
  case FaultKind::StackOverflow: return "stack overflow";
  case FaultKind::Library: return "library call not modelled";
  }
  unreachable();
}

} // namespace tandem::semantics
