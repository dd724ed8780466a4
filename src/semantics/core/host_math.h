// Functions of <math.h> from floats to floats, computed by the C library of this machine: what a compiled program would
// get for the same arguments in the default rounding mode.
#pragma once

#include <cstddef>
#include <string_view>

namespace tandem::semantics {

struct HostFunction {
  std::size_t parameters = 0;
  // In the precision that the name's suffix says: none, f, l.
  long double (*apply)(const long double* arguments) = nullptr;
};

// Null if the library has no such function, or if it takes or returns something else. Also under the names that
// compilers (__builtin_pow) and models of the library (tandem_host_pow) give it.
const HostFunction* host_function(std::string_view name);

} // namespace tandem::semantics
