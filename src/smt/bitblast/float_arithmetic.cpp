// Addition, multiplication, division, square root and remainder: exact results (to enough bits, the last one sticky),
// then one rounding, then the special cases.

#include "smt/bitblast/float_blaster.h"
#include "smt/bitblast/theory_elimination.h"
#include "smt/term/float_format.h"

#include <bit>

namespace tandem::smt::bitblast {

// Three more bits than the precision suffice for the smaller summand: a result that loses more bits by cancellation was
// exact.
FloatBlaster::Exact FloatBlaster::sum(Sort f, const Unpacked& x, const Unpacked& y, Term& cancelled) {
  const std::uint32_t width = t_.width(x.exponent) + 1;
  const Term swap = t_.or_(t_.bv_slt(x.exponent, y.exponent),
                           t_.and_(t_.eq(x.exponent, y.exponent), t_.bv_ult(x.significand, y.significand)));
  const Unpacked large = choose(swap, y, x);
  const Unpacked small = choose(swap, x, y);
  const Term distance = t_.bv_sub(extend(large.exponent, width), extend(small.exponent, width));
  const std::uint32_t length = f.significand() + 4;
  const auto with_room = [&](Term s) { return t_.bv_zero_extend(t_.bv_concat(s, t_.bv(3, 0)), length); };
  const Term a = with_room(large.significand);
  const Term b = shift_right_sticky(with_room(small.significand), distance);
  // One adder adds and subtracts: in the extra lowest bit, 1 + subtract carries into the complement.
  const Term subtract = t_.xor_(x.minus, y.minus);
  const Term mask = t_.ite(subtract, t_.bv(Bits::ones(length)), t_.bv(Bits::zeros(length)));
  const Term both = t_.bv_add(t_.bv_concat(a, t_.bv(1, 1)), t_.bv_concat(t_.bv_xor(b, mask), bit(subtract)));
  const Term total = t_.bv_extract(both, length, 1);
  cancelled = t_.not_(nonzero(total));
  const Normalised normal = normalise(total);
  const Term exponent = t_.bv_sub(t_.bv_add(extend(large.exponent, width + 1), number(width + 1, 1)),
                                  t_.bv_zero_extend(normal.shift, width + 1));
  return {large.minus, exponent, normal.value};
}

FloatBlaster::Unpacked FloatBlaster::add(Sort f, Rounding r, const Unpacked& x, const Unpacked& y) {
  Term cancelled;
  const Exact exact = sum(f, x, y, cancelled);
  // A tiny sum is exact, being a multiple of the least number; so it is never rounded to zero either.
  Unpacked result = round(f, r, exact, Tiny::Impossible);
  const Term zero_sign = t_.boolean(r == Rounding::TowardNegative);
  result.zero = cancelled;
  result.minus = t_.ite(cancelled, zero_sign, exact.minus);
  result.infinite = t_.and_(t_.not_(cancelled), result.infinite);
  result = choose(x.zero, y, choose(y.zero, x, result));
  const Term zeros_minus = t_.ite(t_.eq(x.minus, y.minus), x.minus, zero_sign);
  const Term both_zero = t_.and_(x.zero, y.zero);
  result.minus = t_.ite(both_zero, zeros_minus, result.minus);
  const Term opposed = t_.and_(t_.and_(x.infinite, y.infinite), t_.xor_(x.minus, y.minus));
  const Term infinite = t_.or_(x.infinite, y.infinite);
  const Term infinite_minus = t_.ite(x.infinite, x.minus, y.minus);
  return with_class(result, t_.or_(t_.or_(x.nan, y.nan), opposed), t_.or_(infinite, result.infinite),
                    t_.and_(t_.not_(infinite), result.zero), t_.ite(infinite, infinite_minus, result.minus));
}

FloatBlaster::Unpacked FloatBlaster::mul(Sort f, Rounding r, const Unpacked& x, const Unpacked& y) {
  const std::uint32_t length = 2 * f.significand();
  const std::uint32_t width = t_.width(x.exponent) + 2;
  const Term product = t_.bv_mul(t_.bv_zero_extend(x.significand, length), t_.bv_zero_extend(y.significand, length));
  const Term high = nonzero(t_.bv_extract(product, length - 1, length - 1));
  const Term moved = t_.bv_concat(t_.bv_extract(product, length - 2, 0), t_.bv(1, 0));
  const Term exponent =
      t_.bv_add(t_.bv_add(extend(x.exponent, width), extend(y.exponent, width)), t_.bool_to_bv(high, width));
  const Term minus = t_.xor_(x.minus, y.minus);
  const Unpacked result = round(f, r, {minus, exponent, t_.ite(high, product, moved)}, Tiny::Possible);
  const Term zero = t_.or_(x.zero, y.zero);
  const Term infinite = t_.or_(x.infinite, y.infinite);
  const Term nan = t_.or_(t_.or_(x.nan, y.nan), t_.and_(zero, infinite));
  const Term special = t_.or_(zero, infinite);
  return with_class(result, nan, t_.or_(infinite, t_.and_(t_.not_(special), result.infinite)),
                    t_.or_(zero, t_.and_(t_.not_(special), result.zero)), minus);
}

FloatBlaster::Unpacked FloatBlaster::div(Sort f, Rounding r, const Unpacked& x, const Unpacked& y) {
  const std::uint32_t precision = f.significand();
  const std::uint32_t width = t_.width(x.exponent) + 2;
  // Restoring division, one quotient bit at a time; the remainder stays below twice the divisor.
  const Term divisor = t_.bv_zero_extend(y.significand, precision + 1);
  Term rest = t_.bv_zero_extend(x.significand, precision + 1);
  Term quotient;
  for (std::uint32_t i = 0; i < precision + 3; ++i) {
    const Term fits = t_.bv_uge(rest, divisor);
    quotient = quotient ? t_.bv_concat(quotient, bit(fits)) : bit(fits);
    const Term left = t_.ite(fits, t_.bv_sub(rest, divisor), rest);
    rest = t_.bv_concat(t_.bv_extract(left, precision - 1, 0), t_.bv(1, 0));
  }
  quotient = t_.bv_concat(quotient, bit(nonzero(rest)));
  const std::uint32_t length = precision + 4;
  const Term high = nonzero(t_.bv_extract(quotient, length - 1, length - 1));
  const Term moved = t_.bv_concat(t_.bv_extract(quotient, length - 2, 0), t_.bv(1, 0));
  const Term difference = t_.bv_sub(extend(x.exponent, width), extend(y.exponent, width));
  const Term exponent = t_.ite(high, difference, t_.bv_sub(difference, number(width, 1)));
  const Term minus = t_.xor_(x.minus, y.minus);
  const Unpacked result = round(f, r, {minus, exponent, t_.ite(high, quotient, moved)}, Tiny::Possible);
  const Term nan = t_.or_(t_.or_(x.nan, y.nan), t_.or_(t_.and_(x.zero, y.zero), t_.and_(x.infinite, y.infinite)));
  const Term infinite = t_.or_(x.infinite, y.zero);
  const Term zero = t_.or_(x.zero, y.infinite);
  const Term special = t_.or_(zero, infinite);
  return with_class(result, nan, t_.or_(infinite, t_.and_(t_.not_(special), result.infinite)),
                    t_.or_(zero, t_.and_(t_.not_(special), result.zero)), minus);
}

FloatBlaster::Unpacked FloatBlaster::sqrt(Sort f, Rounding r, const Unpacked& x) {
  const std::uint32_t precision = f.significand();
  const std::uint32_t width = t_.width(x.exponent);
  // The radicand with an even exponent, and enough digits for precision + 2 bits of the root.
  const Term odd = nonzero(t_.bv_extract(x.exponent, 0, 0));
  const Term even = t_.bv_zero_extend(x.significand, precision + 1);
  const Term twice = t_.bv_concat(x.significand, t_.bv(1, 0));
  const Term radicand = t_.bv_concat(t_.ite(odd, twice, even), t_.bv(Bits::zeros(precision + 3)));
  const std::uint32_t digits = precision + 2;
  const std::uint32_t length = digits + 2;
  Term root = t_.bv(length, 0);
  Term rest = t_.bv(length, 0);
  for (std::uint32_t i = digits; i-- > 0;) {
    const Term next = t_.bv_extract(radicand, 2 * i + 1, 2 * i);
    rest = t_.bv_concat(t_.bv_extract(rest, length - 3, 0), next);
    const Term trial = t_.bv_concat(t_.bv_extract(root, length - 3, 0), t_.bv(2, 1));
    const Term fits = t_.bv_uge(rest, trial);
    rest = t_.ite(fits, t_.bv_sub(rest, trial), rest);
    root = t_.bv_concat(t_.bv_extract(root, length - 2, 0), bit(fits));
  }
  const Term significand = t_.bv_concat(t_.bv_extract(root, digits - 1, 0), bit(nonzero(rest)));
  const Term exponent = t_.bv_ashr(x.exponent, t_.bv(width, 1));
  // Roots are not tiny, except in formats with few exponents.
  const bool tiny = -float_min_exponent(f) < static_cast<std::int64_t>(precision) - 1;
  Unpacked result = round(f, r, {t_.false_(), exponent, significand}, tiny ? Tiny::Possible : Tiny::Impossible);
  const Term invalid = t_.and_(x.minus, t_.not_(x.zero));
  return with_class(result, t_.or_(x.nan, invalid), x.infinite, x.zero, x.minus);
}

// One step per possible difference of exponents, so the circuit is large; it is refused for wide exponents.
FloatBlaster::Unpacked FloatBlaster::rem(Sort f, const Unpacked& x, const Unpacked& y) {
  if (f.exponent() > 11)
    throw TheoryElimination::Unsupported("the remainder of floats with so wide exponents is not supported");
  const std::uint32_t precision = f.significand();
  const std::uint32_t width = t_.width(x.exponent) + 1;
  const Term distance = t_.bv_sub(extend(x.exponent, width), extend(y.exponent, width));
  const std::uint32_t length = precision + 1;
  const Term divisor = t_.bv_zero_extend(y.significand, length);
  Term rest = t_.bv_zero_extend(x.significand, length);
  Term odd = t_.false_();
  const std::int64_t most = float_max_exponent(f) - float_least_exponent(f);
  for (std::int64_t i = most; i >= 0; --i) {
    const Term active = t_.bv_sle(number(width, i), distance);
    const Term fits = t_.and_(active, t_.bv_uge(rest, divisor));
    const Term left = t_.ite(fits, t_.bv_sub(rest, divisor), rest);
    odd = t_.ite(active, fits, odd);
    // Doubled after every step, so that it ends up in halves of the divisor's unit.
    rest = t_.ite(active, t_.bv_concat(t_.bv_extract(left, length - 2, 0), t_.bv(1, 0)), left);
  }
  // Now rest / 2 is what is left, or all of x where it is less than y (then in units one lower, so halves again).
  const Term more = t_.bv_ult(divisor, rest);
  const Term up = t_.or_(more, t_.and_(t_.eq(divisor, rest), odd));
  const Term twice = t_.bv_concat(y.significand, t_.bv(1, 0));
  const Term magnitude = t_.ite(up, t_.bv_sub(twice, rest), rest);
  const Normalised normal = normalise(magnitude);
  const Term exponent = t_.bv_sub(extend(y.exponent, width), t_.bv_zero_extend(normal.shift, width));
  const Unpacked reduced{t_.false_(),
                         t_.false_(),
                         t_.not_(nonzero(magnitude)),
                         t_.xor_(x.minus, t_.and_(up, nonzero(magnitude))),
                         t_.bv_extract(exponent, width - 2, 0),
                         t_.bv_extract(normal.value, length - 1, 1)};
  const Term much_less = t_.bv_slt(distance, number(width, -1));
  const Unpacked result = choose(t_.or_(t_.or_(x.zero, y.infinite), much_less), x, reduced);
  const Term nan = t_.or_(t_.or_(x.nan, y.nan), t_.or_(x.infinite, y.zero));
  return with_class(result, nan, t_.false_(), result.zero, result.minus);
}

} // namespace tandem::smt::bitblast
