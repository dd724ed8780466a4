// Floats as bits and back: IEEE single and double, and the x87 80-bit format, which is the host's long double.
#pragma once

#include "base/core/require.h"
#include "program/model/expr.h"
#include "program/model/type.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace tandem::semantics {

inline UInt128 long_double_bits(long double value) {
  UInt128 bits = 0;
  std::memcpy(&bits, &value, 10); // the other bytes are padding
  return bits;
}

inline long double long_double_of(UInt128 bits) {
  long double value = 0;
  std::memcpy(&value, &bits, 10);
  return value;
}

// `value` is converted to the kind first.
inline UInt128 float_to_bits(FloatKind kind, long double value) {
  switch (kind) {
  case FloatKind::Float: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  case FloatKind::Double: return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  case FloatKind::LongDouble: return long_double_bits(value);
  }
  unreachable();
}

inline long double float_from_bits(FloatKind kind, UInt128 bits) {
  switch (kind) {
  case FloatKind::Float: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  case FloatKind::Double: return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
  case FloatKind::LongDouble: return long_double_of(bits);
  }
  unreachable();
}

} // namespace tandem::semantics
