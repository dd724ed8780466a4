// The dispatch, and the operations on patterns: packing, unpacking, signs and classes. The unpacked form of every
// result is remembered by its pattern; the circuit that packs it disappears if only arithmetic uses the result.

#include "smt/bitblast/float_blaster.h"

#include "base/core/require.h"
#include "smt/term/float_format.h"
#include "smt/term/float_value.h"

namespace tandem::smt::bitblast {

bool FloatBlaster::concerns(const Terms& terms, Term t) {
  if (terms.sort(t).is_float()) return true;
  for (const Term argument : terms.args(t))
    if (terms.sort(argument).is_float()) return true;
  return false;
}

Term FloatBlaster::blast(Term t, std::span<const Term> args) {
  const Operation op = t_.operation(t);
  const Sort f = op.argument;
  const Rounding r = op.rounding;
  const auto x = [&] { return unpacked(f, args[0]); };
  const auto y = [&] { return unpacked(f, args[1]); };
  switch (op.kind) {
  case Kind::Constant: return t_.bv(t_.bits(t));
  case Kind::Eq: return identical(f, args[0], args[1]);
  case Kind::Ite: return blast_ite(t, args);
  case Kind::FpFromBits: return t_.ite(pattern_is_nan(op.sort, args[0]), t_.bv(float_nan(op.sort)), args[0]);
  case Kind::FpToBits: return args[0];
  case Kind::FpAbs: return absolute(f, args[0]);
  case Kind::FpNeg: return negate(f, args[0]);
  case Kind::FpAdd: return packed(f, add(f, r, x(), y()));
  case Kind::FpMul: return packed(f, mul(f, r, x(), y()));
  case Kind::FpDiv: return packed(f, div(f, r, x(), y()));
  case Kind::FpSqrt: return packed(f, sqrt(f, r, x()));
  case Kind::FpRem: return packed(f, rem(f, x(), y()));
  case Kind::FpRoundToIntegral: return packed(f, round_to_integral(f, r, x()));
  case Kind::FpEq: return equal(f, args[0], args[1]);
  case Kind::FpLt: return less(f, args[0], args[1]);
  case Kind::FpLe: return less_or_equal(f, args[0], args[1]);
  case Kind::FpIsNan:
  case Kind::FpIsInfinite:
  case Kind::FpIsZero:
  case Kind::FpIsNormal:
  case Kind::FpIsSubnormal:
  case Kind::FpIsNegative: return classify(op.kind, f, args[0]);
  case Kind::FpToFp: return packed(op.sort, convert(f, r, op.sort, x()));
  case Kind::FpFromSbv:
  case Kind::FpFromUbv: return packed(op.sort, from_bv(op.kind, r, op.sort, args[0]));
  case Kind::FpToSbv:
  case Kind::FpToUbv: return to_bv(op.kind, f, r, op.sort.width(), x());
  case Kind::Variable:
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::BvNot:
  case Kind::BvAnd:
  case Kind::BvOr:
  case Kind::BvXor:
  case Kind::BvNeg:
  case Kind::BvAdd:
  case Kind::BvSub:
  case Kind::BvMul:
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
  case Kind::BvShl:
  case Kind::BvLshr:
  case Kind::BvAshr:
  case Kind::BvUlt:
  case Kind::BvSlt:
  case Kind::BvConcat:
  case Kind::BvExtract:
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
  case Kind::Select:
  case Kind::Store:
  case Kind::ConstArray:
  case Kind::IntAdd:
  case Kind::IntSub:
  case Kind::IntMul:
  case Kind::IntDiv:
  case Kind::IntMod:
  case Kind::IntLt: break;
  }
  throw InternalError("only operators on floats should be blasted here");
}

Term FloatBlaster::pattern_is_nan(Sort f, Term pattern) {
  const Term all_ones = t_.eq(field_exponent(f, pattern), t_.bv(Bits::ones(f.exponent())));
  return t_.and_(all_ones, nonzero(field_fraction(f, pattern)));
}

Term FloatBlaster::pattern_minus(Sort f, Term pattern) {
  return nonzero(t_.bv_extract(pattern, f.width() - 1, f.width() - 1));
}

Term FloatBlaster::is_canonical(Sort f, Term pattern) {
  return t_.implies(pattern_is_nan(f, pattern), t_.eq(pattern, t_.bv(float_nan(f))));
}

FloatBlaster::Unpacked FloatBlaster::unpacked(Sort f, Term pattern) {
  if (const auto found = results_.find(pattern); found != results_.end()) return found->second;
  if (const auto found = unpacked_.find(pattern); found != unpacked_.end()) return found->second;
  return unpacked_.emplace(pattern, unpack(f, pattern)).first->second;
}

FloatBlaster::Unpacked FloatBlaster::unpack(Sort f, Term pattern) {
  const std::uint32_t width = float_exponent_width(f);
  const Term exponent = field_exponent(f, pattern);
  const Term fraction = field_fraction(f, pattern);
  const Term exponent_is_zero = t_.not_(nonzero(exponent));
  const Term exponent_is_ones = t_.eq(exponent, t_.bv(Bits::ones(f.exponent())));
  const Term fraction_is_zero = t_.not_(nonzero(fraction));
  const Normalised tiny = normalise(t_.bv_concat(t_.bv(1, 0), fraction));
  const Term tiny_exponent = t_.bv_sub(number(width, float_min_exponent(f)), t_.bv_zero_extend(tiny.shift, width));
  const Term normal_exponent = t_.bv_sub(t_.bv_zero_extend(exponent, width), number(width, float_bias(f)));
  return {t_.and_(exponent_is_ones, t_.not_(fraction_is_zero)),
          t_.and_(exponent_is_ones, fraction_is_zero),
          t_.and_(exponent_is_zero, fraction_is_zero),
          pattern_minus(f, pattern),
          t_.ite(exponent_is_zero, tiny_exponent, normal_exponent),
          t_.ite(exponent_is_zero, tiny.value, t_.bv_concat(t_.bv(1, 1), fraction))};
}

Term FloatBlaster::pack(Sort f, const Unpacked& u) {
  const std::uint32_t precision = f.significand();
  const std::uint32_t width = t_.width(u.exponent);
  const Term least = number(width, float_min_exponent(f));
  const Term tiny = t_.bv_slt(u.exponent, least);
  const std::uint32_t shift_width = std::max(width, precision);
  const Term shift = t_.bv_extract(t_.bv_zero_extend(t_.bv_sub(least, u.exponent), shift_width), precision - 1, 0);
  const Term significand = t_.ite(tiny, t_.bv_lshr(u.significand, shift), u.significand);
  const Term biased = t_.bv_add(u.exponent, number(width, float_bias(f)));
  const Term exponent = t_.ite(tiny, t_.bv(f.exponent(), 0), t_.bv_extract(biased, f.exponent() - 1, 0));
  const Term magnitude = t_.bv_concat(exponent, t_.bv_extract(significand, precision - 2, 0));
  const Bits infinity = smt::extract(float_infinity(f, Sign::Plus), f.width() - 2, 0);
  const Term special =
      t_.ite(u.zero, t_.bv(Bits::zeros(f.width() - 1)), t_.ite(u.infinite, t_.bv(infinity), magnitude));
  return t_.ite(u.nan, t_.bv(float_nan(f)), t_.bv_concat(bit(u.minus), special));
}

Term FloatBlaster::packed(Sort f, const Unpacked& u) {
  const Term pattern = pack(f, u);
  results_.emplace(pattern, u);
  return pattern;
}

FloatBlaster::Unpacked FloatBlaster::choose(Term condition, const Unpacked& x, const Unpacked& y) {
  return {t_.ite(condition, x.nan, y.nan),           t_.ite(condition, x.infinite, y.infinite),
          t_.ite(condition, x.zero, y.zero),         t_.ite(condition, x.minus, y.minus),
          t_.ite(condition, x.exponent, y.exponent), t_.ite(condition, x.significand, y.significand)};
}

FloatBlaster::Unpacked FloatBlaster::with_class(Unpacked u, Term nan, Term infinite, Term zero, Term minus) {
  u.nan = nan;
  u.infinite = t_.and_(infinite, t_.not_(nan));
  u.zero = t_.and_(zero, t_.not_(nan));
  u.minus = minus;
  return u;
}

Term FloatBlaster::blast_ite(Term t, std::span<const Term> args) {
  const Term pattern = t_.ite(args[0], args[1], args[2]);
  if (is_result(args[1]) || is_result(args[2])) {
    const Sort f = t_.sort(t);
    results_.emplace(pattern, choose(args[0], unpacked(f, args[1]), unpacked(f, args[2])));
  }
  return pattern;
}

Term FloatBlaster::negate(Sort f, Term pattern) {
  if (is_result(pattern)) {
    Unpacked u = unpacked(f, pattern);
    u.minus = t_.not_(u.minus);
    return packed(f, u);
  }
  const Term flipped = t_.bv_xor(pattern, t_.bv(Bits::sign_bit(f.width())));
  return t_.ite(pattern_is_nan(f, pattern), pattern, flipped);
}

Term FloatBlaster::absolute(Sort f, Term pattern) {
  if (is_result(pattern)) {
    Unpacked u = unpacked(f, pattern);
    u.minus = t_.false_();
    return packed(f, u);
  }
  return t_.bv_and(pattern, t_.bv(~Bits::sign_bit(f.width())));
}

Term FloatBlaster::classify(Kind kind, Sort f, Term pattern) {
  if (kind == Kind::FpIsNan || kind == Kind::FpIsNegative || kind == Kind::FpIsInfinite || kind == Kind::FpIsZero) {
    const Unpacked u = unpacked(f, pattern);
    if (kind == Kind::FpIsNegative) return t_.and_(u.minus, t_.not_(u.nan));
    return kind == Kind::FpIsNan ? u.nan : kind == Kind::FpIsInfinite ? u.infinite : u.zero;
  }
  const Term exponent = field_exponent(f, pattern);
  if (kind == Kind::FpIsSubnormal) return t_.and_(t_.not_(nonzero(exponent)), nonzero(field_fraction(f, pattern)));
  return t_.and_(nonzero(exponent), t_.distinct(exponent, t_.bv(Bits::ones(f.exponent()))));
}

} // namespace tandem::smt::bitblast
