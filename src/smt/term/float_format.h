// Numbers that belong to a floating-point format.
#pragma once

#include "smt/term/sort.h"

#include <algorithm>
#include <bit>

namespace tandem::smt {

inline std::int64_t float_bias(Sort f) { return (std::int64_t{1} << (f.exponent() - 1)) - 1; }
// Exponents of the largest and of the smallest normal and subnormal numbers' top bits.
inline std::int64_t float_max_exponent(Sort f) { return float_bias(f); }
inline std::int64_t float_min_exponent(Sort f) { return 1 - float_bias(f); }
inline std::int64_t float_least_exponent(Sort f) { return float_min_exponent(f) - (f.significand() - 1); }

// Bits of a signed number that can be -value … value.
inline std::uint32_t signed_width(std::uint64_t value) { return static_cast<std::uint32_t>(std::bit_width(value)) + 1; }

// Width of an unpacked exponent, subnormal numbers being normalised.
inline std::uint32_t float_exponent_width(Sort f) {
  return signed_width(static_cast<std::uint64_t>(std::max(-float_least_exponent(f), float_max_exponent(f) + 1)));
}

} // namespace tandem::smt
