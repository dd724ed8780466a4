// The bounds are powers of two, so they are exact or beyond the format's largest number.

#include "smt/term/float_range.h"

#include "smt/term/float_value.h"

namespace tandem::smt {

FloatRange float_range(Sort format, Kind conversion, std::uint32_t width) {
  // A power of two beyond the format's range is rounded to infinity.
  const auto power = [&](std::uint32_t exponent) {
    return float_from_unsigned(Rounding::NearestEven, format, Bits::one(exponent + 1) << exponent);
  };
  if (conversion == Kind::FpToUbv) return {float_zero(format, Sign::Minus), power(width), false};
  const Bits beyond = power(width - 1);
  return {float_neg(format, beyond), beyond, float_is_infinite(format, beyond)};
}

Bits out_of_range(Kind conversion, std::uint32_t width) {
  return conversion == Kind::FpToUbv ? Bits::ones(width) : Bits::sign_bit(width);
}

} // namespace tandem::smt
