// Rounding, and the conversions that are little more than rounding. Guard and sticky bits are selected by masks at a
// variable position; normalisation and sticky shifts are logarithmic (one stage per bit of the distance).

#include "smt/bitblast/float_blaster.h"
#include "smt/term/float_format.h"
#include "smt/term/float_range.h"

#include "base/core/require.h"

#include <algorithm>
#include <bit>

namespace tandem::smt::bitblast {

// Shifts the highest set bit to the top.
FloatBlaster::Normalised FloatBlaster::normalise(Term value) {
  const std::uint32_t width = t_.width(value);
  const auto stages = static_cast<std::uint32_t>(std::bit_width(width - 1));
  if (stages == 0) return {value, t_.bv(1, 0)};
  Term shift;
  for (std::uint32_t stage = stages; stage-- > 0;) {
    const std::uint32_t distance = 1U << stage;
    const Term empty = t_.not_(nonzero(t_.bv_extract(value, width - 1, width - distance)));
    const Term moved = t_.bv_concat(t_.bv_extract(value, width - distance - 1, 0), t_.bv(Bits::zeros(distance)));
    value = t_.ite(empty, moved, value);
    shift = shift ? t_.bv_concat(shift, bit(empty)) : bit(empty);
  }
  return {value, shift};
}

// The lowest bit of the result also says whether anything that was shifted out was set.
Term FloatBlaster::shift_right_sticky(Term value, Term amount) {
  const std::uint32_t width = t_.width(value);
  const auto stages = std::min(static_cast<std::uint32_t>(std::bit_width(width - 1)), t_.width(amount));
  Term sticky = t_.false_();
  Term result = value;
  for (std::uint32_t stage = 0; stage < stages; ++stage) {
    const std::uint32_t distance = 1U << stage;
    const Term moves = nonzero(t_.bv_extract(amount, stage, stage));
    sticky = t_.or_(sticky, t_.and_(moves, nonzero(t_.bv_extract(result, distance - 1, 0))));
    const Term moved = t_.bv_zero_extend(t_.bv_extract(result, width - 1, distance), width);
    result = t_.ite(moves, moved, result);
  }
  if (t_.width(amount) > stages) {
    const Term gone = nonzero(t_.bv_extract(amount, t_.width(amount) - 1, stages));
    sticky = t_.ite(gone, nonzero(value), sticky);
    result = t_.ite(gone, t_.bv(Bits::zeros(width)), result);
  }
  return t_.bv_or(result, t_.bool_to_bv(sticky, width));
}

Term FloatBlaster::increments(Rounding r, Term minus, Term last, Term half, Term sticky) {
  switch (r) {
  case Rounding::NearestEven: return t_.and_(half, t_.or_(sticky, last));
  case Rounding::NearestAway: return half;
  case Rounding::TowardPositive: return t_.and_(t_.not_(minus), t_.or_(half, sticky));
  case Rounding::TowardNegative: return t_.and_(minus, t_.or_(half, sticky));
  case Rounding::TowardZero: return t_.false_();
  }
  unreachable();
}

// The significand rounded to a multiple of 2^amount, still with its top bit set unless it is zero.
struct FloatBlaster::RoundedSignificand {
  Term significand;
  Term carry; // the exponent grows by one
  Term zero;
};

// The significand has two bits below the format's own, the last of which is sticky. The amount is at most its
// precision.
FloatBlaster::RoundedSignificand FloatBlaster::round_significand(Rounding r, Term minus, Term significand,
                                                                 Term amount) {
  const std::uint32_t width = t_.width(significand) + 1;
  const Term value = t_.bv_zero_extend(significand, width);
  const Term half_bit = t_.bv_shl(t_.bv(width, 2), t_.bv_zero_extend(amount, width));
  const Term last_bit = t_.bv_shl(t_.bv(width, 4), t_.bv_zero_extend(amount, width));
  const Term ones = t_.bv(Bits::ones(width));
  const Term below_half = t_.bv_add(half_bit, ones);
  const Term below_last = t_.bv_add(last_bit, ones);
  const Term up = increments(r, minus, nonzero(t_.bv_and(value, last_bit)), nonzero(t_.bv_and(value, half_bit)),
                             nonzero(t_.bv_and(value, below_half)));
  const Term kept = t_.bv_and(value, t_.bv_not(below_last));
  const Term sum = t_.bv_add(kept, t_.ite(up, last_bit, t_.bv(Bits::zeros(width))));
  const Term carry = nonzero(t_.bv_extract(sum, width - 1, width - 1));
  const Term top = t_.bv(Bits::sign_bit(width - 3));
  return {t_.ite(carry, top, t_.bv_extract(sum, width - 2, 2)), carry, t_.not_(nonzero(sum))};
}

FloatBlaster::Unpacked FloatBlaster::round(Sort f, Rounding r, const Exact& exact, Tiny tiny) {
  const std::uint32_t precision = f.significand();
  // Two more bits than the precision, the rest ored into the last.
  Term significand = exact.significand;
  const std::uint32_t given = t_.width(significand);
  if (given < precision + 2)
    significand = t_.bv_concat(significand, t_.bv(Bits::zeros(precision + 2 - given)));
  else if (given > precision + 2)
    significand = t_.bv_concat(t_.bv_extract(significand, given - 1, given - precision - 1),
                               bit(nonzero(t_.bv_extract(significand, given - precision - 2, 0))));
  const std::uint32_t width = std::max(t_.width(exact.exponent), float_exponent_width(f)) + 1;
  const Term exponent = extend(exact.exponent, width);
  Term amount = t_.bv(width, 0);
  Term far = t_.false_();
  if (tiny == Tiny::Possible) {
    const Term least = number(width, float_min_exponent(f));
    const Term missing = t_.bv_sub(least, exponent);
    amount = t_.ite(t_.bv_slt(exponent, least), missing, amount);
    far = t_.bv_slt(number(width, precision), missing);
  }
  const auto amount_width = static_cast<std::uint32_t>(std::bit_width(precision));
  const Term small_amount = t_.bv_extract(amount, std::min(amount_width, width) - 1, 0);
  const RoundedSignificand result = round_significand(r, exact.minus, significand, small_amount);
  const Term grown = t_.bv_add(exponent, t_.bool_to_bv(result.carry, width));
  const Unpacked near{t_.false_(), t_.false_(), result.zero, exact.minus, grown, result.significand};
  // Below half the least positive number: that number, or zero.
  const Term up = increments(r, exact.minus, t_.false_(), t_.false_(), t_.true_());
  const Unpacked least{t_.false_(),
                       t_.false_(),
                       t_.not_(up),
                       exact.minus,
                       number(width, float_least_exponent(f)),
                       t_.bv(Bits::sign_bit(precision))};
  const Unpacked finite = choose(far, least, near);
  return overflowed(f, r, finite, finite.exponent);
}

// Maps an exponent beyond the format's range, given with spare bits, to infinity or the largest number.
FloatBlaster::Unpacked FloatBlaster::overflowed(Sort f, Rounding r, const Unpacked& u, Term exponent) {
  const std::uint32_t width = t_.width(exponent);
  const Term too_large = t_.and_(t_.not_(u.zero), t_.bv_slt(number(width, float_max_exponent(f)), exponent));
  const Term to_infinity = r == Rounding::NearestEven || r == Rounding::NearestAway ? t_.true_()
                           : r == Rounding::TowardPositive                          ? t_.not_(u.minus)
                           : r == Rounding::TowardNegative                          ? u.minus
                                                                                    : t_.false_();
  const std::uint32_t to = float_exponent_width(f);
  Unpacked result = u;
  result.infinite = t_.and_(too_large, to_infinity);
  result.exponent = t_.ite(too_large, number(to, float_max_exponent(f)), t_.bv_extract(exponent, to - 1, 0));
  result.significand = t_.ite(too_large, t_.bv(Bits::ones(f.significand())), u.significand);
  return result;
}

FloatBlaster::Unpacked FloatBlaster::round_to_integral(Sort f, Rounding r, const Unpacked& x) {
  const std::uint32_t precision = f.significand();
  const std::uint32_t width = std::max(t_.width(x.exponent), signed_width(precision)) + 1;
  const Term exponent = extend(x.exponent, width);
  const Term whole = t_.bv_sle(number(width, precision - 1), exponent);
  const Term far = t_.bv_slt(exponent, number(width, -1));
  const Term fraction_bits = t_.bv_sub(number(width, precision - 1), exponent);
  const auto amount_width = static_cast<std::uint32_t>(std::bit_width(precision));
  const RoundedSignificand result = round_significand(r, x.minus, t_.bv_concat(x.significand, t_.bv(2, 0)),
                                                      t_.bv_extract(fraction_bits, amount_width - 1, 0));
  const std::uint32_t to = t_.width(x.exponent);
  const Term grown = t_.bv_add(x.exponent, t_.bool_to_bv(result.carry, to));
  const Unpacked near{t_.false_(), t_.false_(), result.zero, x.minus, grown, result.significand};
  const Term up = increments(r, x.minus, t_.false_(), t_.false_(), t_.true_());
  const Unpacked one{t_.false_(), t_.false_(), t_.not_(up), x.minus, number(to, 0), t_.bv(Bits::sign_bit(precision))};
  const Unpacked changed = choose(far, one, near);
  const Term special = t_.or_(t_.or_(x.nan, x.infinite), t_.or_(x.zero, whole));
  return choose(special, x, changed);
}

FloatBlaster::Unpacked FloatBlaster::convert(Sort from, Rounding r, Sort to, const Unpacked& x) {
  const bool exact = to.exponent() >= from.exponent() && to.significand() >= from.significand();
  if (exact) {
    Unpacked result = x;
    result.exponent = extend(x.exponent, std::max(float_exponent_width(to), t_.width(x.exponent)));
    const std::uint32_t added = to.significand() - from.significand();
    if (added > 0) result.significand = t_.bv_concat(x.significand, t_.bv(Bits::zeros(added)));
    return result;
  }
  const Unpacked rounded = round(to, r, {x.minus, x.exponent, x.significand}, Tiny::Possible);
  const Term special = t_.or_(x.nan, t_.or_(x.infinite, x.zero));
  Unpacked result = rounded;
  result.nan = x.nan;
  result.infinite = t_.ite(special, x.infinite, rounded.infinite);
  result.zero = t_.ite(special, x.zero, rounded.zero);
  return result;
}

FloatBlaster::Unpacked FloatBlaster::from_bv(Kind kind, Rounding r, Sort to, Term a) {
  const std::uint32_t width = t_.width(a);
  const Term minus = kind == Kind::FpFromSbv ? t_.bv_slt(a, t_.bv(Bits::zeros(width))) : t_.false_();
  const Normalised magnitude = normalise(t_.ite(minus, t_.bv_neg(a), a));
  const std::uint32_t exponent_width = signed_width(width);
  const Term exponent =
      t_.bv_sub(number(exponent_width, width - 1), t_.bv_zero_extend(magnitude.shift, exponent_width));
  Unpacked result = round(to, r, {minus, exponent, magnitude.value}, Tiny::Impossible);
  const Term zero = t_.not_(nonzero(a));
  result.zero = zero;
  result.infinite = t_.and_(t_.not_(zero), result.infinite);
  return result;
}

Term FloatBlaster::to_bv(Kind kind, Sort from, Rounding r, std::uint32_t width, const Unpacked& x) {
  const Unpacked whole = round_to_integral(from, r, x);
  const std::uint32_t precision = from.significand();
  // The significand shifted left by the exponent; the fraction bits below it are zero.
  const std::uint32_t room = width + precision;
  const std::uint32_t exponent_width = std::max(t_.width(whole.exponent), signed_width(width)) + 1;
  const Term exponent = extend(whole.exponent, exponent_width);
  const Term amount = t_.bv_extract(t_.bv_zero_extend(exponent, std::max(exponent_width, room)), room - 1, 0);
  const Term moved = t_.bv_shl(t_.bv_zero_extend(whole.significand, room), amount);
  const Term magnitude = t_.bv_extract(moved, precision + width - 2, precision - 1);
  const Term other = t_.bv(out_of_range(kind, width));
  const Term finite = t_.not_(t_.or_(x.nan, whole.infinite));
  const bool is_signed = kind == Kind::FpToSbv;
  const Term fits = t_.bv_slt(exponent, number(exponent_width, is_signed ? width - 1 : width));
  const Term good_sign = is_signed ? t_.true_() : t_.not_(whole.minus);
  const Term in_range = t_.and_(finite, t_.and_(fits, good_sign));
  const Term value = is_signed ? t_.ite(whole.minus, t_.bv_neg(magnitude), magnitude) : magnitude;
  const Term is_zero = t_.and_(finite, whole.zero);
  return t_.ite(is_zero, t_.bv(Bits::zeros(width)), t_.ite(in_range, value, other));
}

} // namespace tandem::smt::bitblast
