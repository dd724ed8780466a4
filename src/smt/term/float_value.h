// IEEE 754 arithmetic on bit patterns, for every format and rounding: the meaning of the floating-point operators.
// Written from the standard with exact intermediate results and one rounding at the end; no host arithmetic is
// involved. There is one NaN: positive, quiet, with no payload.
#pragma once

#include "smt/term/bits.h"
#include "smt/term/kind.h"
#include "smt/term/sort.h"

namespace tandem::smt {

// The pattern itself, or the one NaN.
Bits float_canonical(Sort format, const Bits& bits);

Bits float_nan(Sort format);
enum class Sign : std::uint8_t { Plus, Minus };
Bits float_infinity(Sort format, Sign sign);
Bits float_zero(Sort format, Sign sign);

bool float_is_nan(Sort format, const Bits& a);
bool float_is_infinite(Sort format, const Bits& a);
bool float_is_zero(const Bits& a);
bool float_is_normal(Sort format, const Bits& a);
bool float_is_subnormal(Sort format, const Bits& a);

Bits float_neg(Sort format, const Bits& a);
Bits float_abs(Sort format, const Bits& a);
Bits float_add(Sort format, Rounding rounding, const Bits& a, const Bits& b);
Bits float_mul(Sort format, Rounding rounding, const Bits& a, const Bits& b);
Bits float_div(Sort format, Rounding rounding, const Bits& a, const Bits& b);
Bits float_sqrt(Sort format, Rounding rounding, const Bits& a);
Bits float_rem(Sort format, const Bits& a, const Bits& b);
Bits float_round_to_integral(Sort format, Rounding rounding, const Bits& a);
bool float_eq(Sort format, const Bits& a, const Bits& b);
bool float_lt(Sort format, const Bits& a, const Bits& b);
bool float_le(Sort format, const Bits& a, const Bits& b);

Bits float_to_float(Sort from, Rounding rounding, Sort to, const Bits& a);
Bits float_from_signed(Rounding rounding, Sort to, const Bits& a);
Bits float_from_unsigned(Rounding rounding, Sort to, const Bits& a);
// Out of range: see smt/term/terms.h.
Bits float_to_signed(Sort from, Rounding rounding, std::uint32_t width, const Bits& a);
Bits float_to_unsigned(Sort from, Rounding rounding, std::uint32_t width, const Bits& a);

} // namespace tandem::smt
