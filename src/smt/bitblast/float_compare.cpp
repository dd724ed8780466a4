// Comparisons of floats: on patterns where these exist anyway, otherwise on the unpacked form, so that results of
// arithmetic need not be packed.

#include "smt/bitblast/float_blaster.h"

namespace tandem::smt::bitblast {

Term FloatBlaster::magnitude_less(const Unpacked& x, const Unpacked& y) {
  const Term same_exponent = t_.eq(x.exponent, y.exponent);
  const Term less_number =
      t_.or_(t_.bv_slt(x.exponent, y.exponent), t_.and_(same_exponent, t_.bv_ult(x.significand, y.significand)));
  const Term finite = t_.and_(t_.not_(y.zero), t_.or_(x.zero, less_number));
  return t_.and_(t_.not_(x.infinite), t_.or_(y.infinite, finite));
}

Term FloatBlaster::magnitude_less(Sort f, Term a, Term b) {
  if (is_result(a) || is_result(b)) return magnitude_less(unpacked(f, a), unpacked(f, b));
  const std::uint32_t top = f.width() - 2;
  return t_.bv_ult(t_.bv_extract(a, top, 0), t_.bv_extract(b, top, 0));
}

// Neither is NaN; zeros of different signs are different.
Term FloatBlaster::same_number(const Unpacked& x, const Unpacked& y) {
  const Term same_class = t_.and_(t_.eq(x.infinite, y.infinite), t_.eq(x.zero, y.zero));
  const Term same_value = t_.and_(t_.eq(x.exponent, y.exponent), t_.eq(x.significand, y.significand));
  const Term special = t_.or_(x.infinite, x.zero);
  return t_.and_(t_.and_(t_.eq(x.minus, y.minus), same_class), t_.or_(special, same_value));
}

Term FloatBlaster::identical(Sort f, Term a, Term b) {
  if (!is_result(a) && !is_result(b)) return t_.eq(a, b);
  const Unpacked x = unpacked(f, a);
  const Unpacked y = unpacked(f, b);
  const Term numbers = t_.and_(t_.not_(x.nan), t_.not_(y.nan));
  return t_.or_(t_.and_(x.nan, y.nan), t_.and_(numbers, same_number(x, y)));
}

Term FloatBlaster::equal(Sort f, Term a, Term b) {
  const Unpacked x = unpacked(f, a);
  const Unpacked y = unpacked(f, b);
  const Term numbers = t_.and_(t_.not_(x.nan), t_.not_(y.nan));
  const Term same = is_result(a) || is_result(b) ? same_number(x, y) : t_.eq(a, b);
  return t_.and_(numbers, t_.or_(t_.and_(x.zero, y.zero), same));
}

Term FloatBlaster::less(Sort f, Term a, Term b) {
  const Unpacked x = unpacked(f, a);
  const Unpacked y = unpacked(f, b);
  const Term numbers = t_.and_(t_.not_(x.nan), t_.not_(y.nan));
  const Term both_zero = t_.and_(x.zero, y.zero);
  const Term negative = t_.ite(y.minus, magnitude_less(f, b, a), t_.not_(both_zero));
  const Term positive = t_.and_(t_.not_(y.minus), magnitude_less(f, a, b));
  return t_.and_(numbers, t_.ite(x.minus, negative, positive));
}

Term FloatBlaster::less_or_equal(Sort f, Term a, Term b) {
  const Unpacked x = unpacked(f, a);
  const Unpacked y = unpacked(f, b);
  const Term numbers = t_.and_(t_.not_(x.nan), t_.not_(y.nan));
  return t_.and_(numbers, t_.not_(less(f, b, a)));
}

} // namespace tandem::smt::bitblast
