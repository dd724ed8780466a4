// Contracts. A broken contract is a bug in tandem; it is checked in release builds too, because an unsound answer is
// worse than a crash. The program reports it with exit code 70 and without a stack trace.
#pragma once

#include <stdexcept>
#include <string>

namespace tandem {

class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

inline void require(bool condition, const char* expectation) {
  if (!condition) [[unlikely]]
    throw InternalError(expectation);
}

// For the end of a switch that handles every enumerator.
[[noreturn]] inline void unreachable(const char* what = "a switch should handle every enumerator") {
  throw InternalError(what);
}

} // namespace tandem
