// A finite number is unpacked to ±significand · 2^exponent with an integer significand of any length. Every operation
// computes its result exactly, or to enough bits with a sticky flag for the rest; only round() knows the limits of a
// format.

#include "smt/term/float_value.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::smt {

namespace {

struct Number {
  bool minus = false;
  std::int64_t exponent = 0; // of the significand's lowest bit
  Bits significand;          // not zero
  bool sticky = false;       // the exact value is a little larger in magnitude
};

std::int64_t bias(Sort format) { return (std::int64_t{1} << (format.exponent() - 1)) - 1; }
std::uint32_t fraction_bits(Sort format) { return format.significand() - 1; }
Bits exponent_field(Sort format, const Bits& a) { return extract(a, format.width() - 2, fraction_bits(format)); }
Bits fraction_field(Sort format, const Bits& a) { return extract(a, fraction_bits(format) - 1, 0); }

Bits pattern(Sort format, bool minus, std::uint64_t exponent, const Bits& fraction) {
  return concat(concat(Bits(1, minus ? 1 : 0), Bits(format.exponent(), exponent)), fraction);
}

std::uint64_t top_exponent(Sort format) { return (std::uint64_t{1} << format.exponent()) - 1; }

Number unpack(Sort format, const Bits& a) {
  const std::uint64_t exponent = exponent_field(format, a).low();
  Number number{a.negative(), 0, zero_extend(fraction_field(format, a), format.significand()), false};
  if (exponent != 0) number.significand.set_bit(fraction_bits(format), 1);
  number.exponent =
      static_cast<std::int64_t>(std::max<std::uint64_t>(exponent, 1)) - bias(format) - fraction_bits(format);
  return number;
}

// The magnitude truncated to an integer multiple of 2^exponent, with the bits that were dropped.
struct Truncated {
  Bits kept;
  bool half = false;   // the first dropped bit
  bool sticky = false; // any later one
};

Truncated truncate(const Number& number, std::int64_t exponent) {
  const std::int64_t shift = exponent - number.exponent;
  const Bits& s = number.significand;
  if (shift <= 0) {
    require(!number.sticky, "a number should have the bits its rounding needs");
    const auto left = static_cast<std::uint32_t>(-shift);
    return {resize(s, s.width() + left) << left};
  }
  if (shift > s.width()) return {Bits::zeros(s.width()), false, !s.is_zero() || number.sticky};
  const auto right = static_cast<std::uint32_t>(shift);
  return {s >> right, s.bit(right - 1), s.trailing_zeros() < right - 1 || number.sticky};
}

bool is_rounded_up(Rounding rounding, bool minus, const Truncated& value) {
  const bool inexact = value.half || value.sticky;
  switch (rounding) {
  case Rounding::NearestEven: return value.half && (value.sticky || value.kept.bit(0));
  case Rounding::NearestAway: return value.half;
  case Rounding::TowardPositive: return inexact && !minus;
  case Rounding::TowardNegative: return inexact && minus;
  case Rounding::TowardZero: return false;
  }
  unreachable();
}

// The magnitude as an integer multiple of 2^exponent, rounded.
Bits rounded(Rounding rounding, const Number& number, std::int64_t exponent) {
  const Truncated result = truncate(number, exponent);
  const Bits kept = zero_extend(result.kept, result.kept.width() + 1);
  return is_rounded_up(rounding, number.minus, result) ? kept + Bits::one(kept.width()) : kept;
}

Bits overflow(Sort format, Rounding rounding, bool minus) {
  const bool to_infinity = rounding == Rounding::NearestEven || rounding == Rounding::NearestAway ||
                           rounding == (minus ? Rounding::TowardNegative : Rounding::TowardPositive);
  if (to_infinity) return float_infinity(format, minus ? Sign::Minus : Sign::Plus);
  return pattern(format, minus, top_exponent(format) - 1, Bits::ones(fraction_bits(format)));
}

Bits round(Sort format, Rounding rounding, const Number& number) {
  const std::int64_t precision = format.significand();
  const std::int64_t top = number.exponent + number.significand.active() - 1;
  const std::int64_t least = 1 - bias(format) - (precision - 1);
  std::int64_t exponent = std::max(top - (precision - 1), least);
  Bits kept = rounded(rounding, number, exponent);
  if (kept.is_zero()) return float_zero(format, number.minus ? Sign::Minus : Sign::Plus);
  if (kept.active() > format.significand()) {
    kept = kept >> 1;
    ++exponent;
  }
  const Bits fraction = resize(kept, fraction_bits(format));
  if (kept.active() < format.significand()) return pattern(format, number.minus, 0, fraction);
  const std::int64_t biased = exponent + (precision - 1) + bias(format);
  if (biased >= static_cast<std::int64_t>(top_exponent(format))) return overflow(format, rounding, number.minus);
  return pattern(format, number.minus, static_cast<std::uint64_t>(biased), fraction);
}

std::int64_t magnitude_of(const Number& number) { return number.exponent + number.significand.active(); }

// Both numbers aligned to one exponent. If they are so far apart that the smaller one only affects rounding, it becomes
// the sticky flag.
Number sum(Sort format, Number a, Number b) {
  if (magnitude_of(a) < magnitude_of(b)) std::swap(a, b);
  const std::uint32_t spare = format.significand() + 3;
  if (magnitude_of(a) - magnitude_of(b) > 2 * spare) {
    const std::uint32_t width = a.significand.width() + spare;
    Bits significand = resize(a.significand, width) << spare;
    if (a.minus != b.minus) significand = significand - Bits::one(width);
    return {a.minus, a.exponent - spare, significand, true};
  }
  const std::int64_t exponent = std::min(a.exponent, b.exponent);
  const auto left = static_cast<std::uint32_t>(a.exponent - exponent);
  const auto right = static_cast<std::uint32_t>(b.exponent - exponent);
  const std::uint32_t width = std::max(a.significand.width() + left, b.significand.width() + right) + 2;
  const Bits x = resize(a.significand, width) << left;
  const Bits y = resize(b.significand, width) << right;
  const Bits total = (a.minus ? -x : x) + (b.minus ? -y : y);
  return {total.negative(), exponent, total.negative() ? -total : total, false};
}

Bits square_root_floor(const Bits& a) {
  Bits root = Bits::zeros(a.width());
  for (std::uint32_t i = (a.active() + 1) / 2 + 1; i-- > 0;) {
    Bits trial = root;
    trial.set_bit(i, 1);
    if (!ult(a, trial * trial)) root = trial;
  }
  return root;
}

Bits from_integer(Rounding rounding, Sort to, bool minus, const Bits& magnitude) {
  if (magnitude.is_zero()) return float_zero(to, Sign::Plus);
  return round(to, rounding, {minus, 0, magnitude, false});
}

} // namespace

Bits float_nan(Sort format) {
  return pattern(format, false, top_exponent(format), Bits::sign_bit(fraction_bits(format)));
}

Bits float_infinity(Sort format, Sign sign) {
  return pattern(format, sign == Sign::Minus, top_exponent(format), Bits::zeros(fraction_bits(format)));
}

Bits float_zero(Sort format, Sign sign) {
  return sign == Sign::Minus ? Bits::sign_bit(format.width()) : Bits::zeros(format.width());
}

Bits float_canonical(Sort format, const Bits& bits) { return float_is_nan(format, bits) ? float_nan(format) : bits; }

bool float_is_nan(Sort format, const Bits& a) {
  return exponent_field(format, a).is_ones() && !fraction_field(format, a).is_zero();
}

bool float_is_infinite(Sort format, const Bits& a) {
  return exponent_field(format, a).is_ones() && fraction_field(format, a).is_zero();
}

bool float_is_zero(const Bits& a) { return (a << 1).is_zero(); }

bool float_is_normal(Sort format, const Bits& a) {
  const Bits exponent = exponent_field(format, a);
  return !exponent.is_zero() && !exponent.is_ones();
}

bool float_is_subnormal(Sort format, const Bits& a) {
  return exponent_field(format, a).is_zero() && !fraction_field(format, a).is_zero();
}

Bits float_neg(Sort format, const Bits& a) { return float_is_nan(format, a) ? a : a ^ Bits::sign_bit(a.width()); }

Bits float_abs(Sort format, const Bits& a) { return a.negative() ? float_neg(format, a) : a; }

Bits float_add(Sort format, Rounding rounding, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b)) return float_nan(format);
  if (float_is_infinite(format, a)) return float_is_infinite(format, b) && a != b ? float_nan(format) : a;
  if (float_is_infinite(format, b)) return b;
  const Bits exact_zero = float_zero(format, rounding == Rounding::TowardNegative ? Sign::Minus : Sign::Plus);
  if (float_is_zero(a) && float_is_zero(b)) return a == b ? a : exact_zero;
  if (float_is_zero(a)) return b;
  if (float_is_zero(b)) return a;
  const Number total = sum(format, unpack(format, a), unpack(format, b));
  return total.significand.is_zero() ? exact_zero : round(format, rounding, total);
}

Bits float_mul(Sort format, Rounding rounding, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b)) return float_nan(format);
  const bool minus = a.negative() != b.negative();
  const Sign sign = minus ? Sign::Minus : Sign::Plus;
  const bool zero = float_is_zero(a) || float_is_zero(b);
  if (float_is_infinite(format, a) || float_is_infinite(format, b))
    return zero ? float_nan(format) : float_infinity(format, sign);
  if (zero) return float_zero(format, sign);
  const Number x = unpack(format, a);
  const Number y = unpack(format, b);
  const std::uint32_t width = 2 * format.significand();
  return round(format, rounding,
               {minus, x.exponent + y.exponent, resize(x.significand, width) * resize(y.significand, width), false});
}

Bits float_div(Sort format, Rounding rounding, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b)) return float_nan(format);
  const bool minus = a.negative() != b.negative();
  const Sign sign = minus ? Sign::Minus : Sign::Plus;
  if (float_is_infinite(format, a))
    return float_is_infinite(format, b) ? float_nan(format) : float_infinity(format, sign);
  if (float_is_infinite(format, b)) return float_zero(format, sign);
  if (float_is_zero(b)) return float_is_zero(a) ? float_nan(format) : float_infinity(format, sign);
  if (float_is_zero(a)) return float_zero(format, sign);
  const Number x = unpack(format, a);
  const Number y = unpack(format, b);
  // At least precision + 2 quotient bits, whatever the divisor.
  const std::uint32_t shift = 2 * format.significand() + 2;
  const std::uint32_t width = format.significand() + shift;
  const Bits dividend = resize(x.significand, width) << shift;
  const Bits divisor = resize(y.significand, width);
  return round(format, rounding,
               {minus, x.exponent - y.exponent - shift, udiv(dividend, divisor), !urem(dividend, divisor).is_zero()});
}

Bits float_sqrt(Sort format, Rounding rounding, const Bits& a) {
  if (float_is_nan(format, a) || float_is_zero(a)) return a;
  if (a.negative()) return float_nan(format);
  if (float_is_infinite(format, a)) return a;
  const Number x = unpack(format, a);
  std::uint32_t shift = 2 * format.significand() + 4;
  if ((x.exponent - shift) % 2 != 0) ++shift;
  const std::uint32_t width = format.significand() + shift + 2;
  const Bits scaled = resize(x.significand, width) << shift;
  const Bits root = square_root_floor(scaled);
  return round(format, rounding, {false, (x.exponent - shift) / 2, root, root * root != scaled});
}

Bits float_rem(Sort format, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b) || float_is_infinite(format, a) || float_is_zero(b))
    return float_nan(format);
  if (float_is_infinite(format, b) || float_is_zero(a)) return a;
  Number x = unpack(format, a);
  Number y = unpack(format, b);
  if (magnitude_of(x) + 1 < magnitude_of(y)) return a;
  // Aligned to the smaller exponent; the quotient is computed bit by bit, and only its last bit is kept.
  const std::uint32_t width = 2 * format.significand() + 4;
  Bits divisor = resize(y.significand, width);
  std::int64_t exponent = y.exponent;
  if (x.exponent < y.exponent) {
    divisor = divisor << static_cast<std::uint32_t>(y.exponent - x.exponent);
    exponent = x.exponent;
  }
  Bits rest = resize(x.significand, width);
  bool odd = udiv(rest, divisor).bit(0);
  rest = urem(rest, divisor);
  for (std::int64_t i = x.exponent; i > exponent; --i) {
    rest = rest << 1;
    odd = !ult(rest, divisor);
    if (odd) rest = rest - divisor;
  }
  bool minus = a.negative();
  const Bits doubled = rest << 1;
  if (ult(divisor, doubled) || (doubled == divisor && odd)) {
    rest = divisor - rest;
    minus = !minus;
  }
  if (rest.is_zero()) return float_zero(format, a.negative() ? Sign::Minus : Sign::Plus);
  return round(format, Rounding::NearestEven, {minus, exponent, rest, false});
}

Bits float_round_to_integral(Sort format, Rounding rounding, const Bits& a) {
  if (float_is_nan(format, a) || float_is_infinite(format, a) || float_is_zero(a)) return a;
  const Number x = unpack(format, a);
  if (x.exponent >= 0) return a;
  const Bits whole = rounded(rounding, x, 0);
  if (whole.is_zero()) return float_zero(format, x.minus ? Sign::Minus : Sign::Plus);
  return round(format, rounding, {x.minus, 0, whole, false});
}

bool float_eq(Sort format, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b)) return false;
  return a == b || (float_is_zero(a) && float_is_zero(b));
}

bool float_lt(Sort format, const Bits& a, const Bits& b) {
  if (float_is_nan(format, a) || float_is_nan(format, b) || float_eq(format, a, b)) return false;
  if (a.negative() != b.negative()) return a.negative();
  return a.negative() ? ult(b, a) : ult(a, b);
}

bool float_le(Sort format, const Bits& a, const Bits& b) { return float_lt(format, a, b) || float_eq(format, a, b); }

Bits float_to_float(Sort from, Rounding rounding, Sort to, const Bits& a) {
  const Sign sign = a.negative() ? Sign::Minus : Sign::Plus;
  if (float_is_nan(from, a)) return float_nan(to);
  if (float_is_infinite(from, a)) return float_infinity(to, sign);
  if (float_is_zero(a)) return float_zero(to, sign);
  return round(to, rounding, unpack(from, a));
}

Bits float_from_signed(Rounding rounding, Sort to, const Bits& a) {
  return from_integer(rounding, to, a.negative(), a.negative() ? -a : a);
}

Bits float_from_unsigned(Rounding rounding, Sort to, const Bits& a) { return from_integer(rounding, to, false, a); }

namespace {

// The rounded magnitude, where a is finite and the magnitude has at most `width` bits; else width 0.
Bits integer_magnitude(Sort from, Rounding rounding, std::uint32_t width, const Bits& a) {
  if (float_is_nan(from, a) || float_is_infinite(from, a)) return {};
  if (float_is_zero(a)) return Bits::zeros(width);
  const Number x = unpack(from, a);
  if (magnitude_of(x) > static_cast<std::int64_t>(width) + 1) return {};
  const Bits whole = rounded(rounding, x, 0);
  return whole.active() > width ? Bits() : resize(whole, width);
}

} // namespace

Bits float_to_signed(Sort from, Rounding rounding, std::uint32_t width, const Bits& a) {
  const Bits least = Bits::sign_bit(width);
  const Bits magnitude = integer_magnitude(from, rounding, width, a);
  if (magnitude.width() == 0) return least;
  if (a.negative()) return ult(least, magnitude) ? least : -magnitude;
  return ult(magnitude, least) ? magnitude : least;
}

Bits float_to_unsigned(Sort from, Rounding rounding, std::uint32_t width, const Bits& a) {
  const Bits magnitude = integer_magnitude(from, rounding, width, a);
  if (magnitude.width() == 0 || (a.negative() && !magnitude.is_zero())) return Bits::ones(width);
  return magnitude;
}

} // namespace tandem::smt
