// Mathematical integers as bit strings: two's complement of the least width that holds the number (0 has width 1), so
// that equal numbers are equal strings.
#pragma once

#include "smt/term/bits.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tandem::smt::integers {

Bits from(std::int64_t value);
// An optional minus sign and digits.
Bits from_decimal(std::string_view text);
// From a two's complement string of any width.
Bits normal(const Bits& bits);

Bits add(const Bits& a, const Bits& b);
Bits sub(const Bits& a, const Bits& b);
Bits mul(const Bits& a, const Bits& b);
// Euclidean: the remainder is never negative. x div 0 is 0, x mod 0 is x.
Bits div(const Bits& a, const Bits& b);
Bits mod(const Bits& a, const Bits& b);
bool less(const Bits& a, const Bits& b);

} // namespace tandem::smt::integers
