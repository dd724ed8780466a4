// Which floats convert to an integer of some width: the bounds backends compare with before they use a solver's own
// conversion, which SMT-LIB leaves open elsewhere.
#pragma once

#include "smt/term/bits.h"
#include "smt/term/kind.h"
#include "smt/term/sort.h"

namespace tandem::smt {

struct FloatRange {
  // A number rounded to an integral is in range when least <= it and it < beyond. Both may be infinite: then every
  // finite number is in range on that side, and least is to be compared strictly.
  Bits least;
  Bits beyond;
  bool least_is_infinite = false;
};

FloatRange float_range(Sort format, Kind conversion, std::uint32_t width);
// What the conversion yields out of range.
Bits out_of_range(Kind conversion, std::uint32_t width);

} // namespace tandem::smt
