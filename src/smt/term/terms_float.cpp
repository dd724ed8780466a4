// Floating point: constants are folded with float_value.h. Few algebraic identities survive rounding; those that do
// (commutativity, double negation, widening followed by narrowing) are applied.

#include "smt/term/terms.h"

#include "base/core/require.h"

#include <utility>

namespace tandem::smt {

Term Terms::fp_unary(Kind kind, Sort sort, Term a, Rounding rounding) {
  require(this->sort(a).is_float(), "the argument should be a float");
  const auto aux = static_cast<std::uint8_t>(rounding);
  if (const Term done = fold(kind, sort, a, {}, aux)) return done;
  return make(kind, sort, a, {}, {}, aux);
}

Term Terms::fp_binary(Kind kind, Sort sort, Term a, Term b, Rounding rounding) {
  require(this->sort(a).is_float() && node(a).sort == node(b).sort, "both sides should be floats of one format");
  const auto aux = static_cast<std::uint8_t>(rounding);
  if (const Term done = fold(kind, sort, a, b, aux)) return done;
  return make(kind, sort, a, b, {}, aux);
}

Term Terms::fp_from_bits(Sort sort, Term bits) {
  require(sort.is_float() && this->sort(bits).is_bv() && width(bits) == sort.width(), "a float should have its bits");
  if (const Term done = fold(Kind::FpFromBits, sort, bits)) return done;
  if (kind(bits) == Kind::FpToBits && this->sort(arg(bits, 0)) == sort) return arg(bits, 0);
  return make(Kind::FpFromBits, sort, bits);
}

Term Terms::fp_to_bits(Term a) { return fp_unary(Kind::FpToBits, Sort::bv(sort(a).width()), a); }

Term Terms::fp_from_x87_bits(Term bits) {
  require(width(bits) == 80, "an x87 pattern should have 80 bits");
  return fp_from_bits(Sort::floating(15, 64), bv_concat(bv_extract(bits, 79, 64), bv_extract(bits, 62, 0)));
}

Term Terms::fp_to_x87_bits(Term a) {
  require(sort(a) == Sort::floating(15, 64), "an x87 float should have the format (15, 64)");
  const Term packed = fp_to_bits(a);
  const Term exponent = bv_extract(packed, 77, 63);
  const Term integer_bit = ite(eq(exponent, bv(15, 0)), bv(1, 0), bv(1, 1));
  return bv_concat(bv_extract(packed, 78, 63), bv_concat(integer_bit, bv_extract(packed, 62, 0)));
}

Term Terms::fp_abs(Term a) {
  if (kind(a) == Kind::FpAbs) return a;
  if (kind(a) == Kind::FpNeg) return fp_abs(arg(a, 0));
  return fp_unary(Kind::FpAbs, sort(a), a);
}

Term Terms::fp_neg(Term a) {
  if (kind(a) == Kind::FpNeg) return arg(a, 0);
  return fp_unary(Kind::FpNeg, sort(a), a);
}

// With one NaN, addition and multiplication commute.
Term Terms::fp_add(Rounding rounding, Term a, Term b) {
  if (b < a) std::swap(a, b);
  return fp_binary(Kind::FpAdd, sort(a), a, b, rounding);
}

Term Terms::fp_mul(Rounding rounding, Term a, Term b) {
  if (b < a) std::swap(a, b);
  return fp_binary(Kind::FpMul, sort(a), a, b, rounding);
}

Term Terms::fp_div(Rounding rounding, Term a, Term b) { return fp_binary(Kind::FpDiv, sort(a), a, b, rounding); }
Term Terms::fp_sqrt(Rounding rounding, Term a) { return fp_unary(Kind::FpSqrt, sort(a), a, rounding); }
Term Terms::fp_rem(Term a, Term b) { return fp_binary(Kind::FpRem, sort(a), a, b); }

Term Terms::fp_round_to_integral(Rounding rounding, Term a) {
  if (kind(a) == Kind::FpRoundToIntegral) return a;
  return fp_unary(Kind::FpRoundToIntegral, sort(a), a, rounding);
}

Term Terms::fp_eq(Term a, Term b) {
  if (a == b) return not_(fp_is_nan(a));
  if (b < a) std::swap(a, b);
  return fp_binary(Kind::FpEq, Sort::boolean(), a, b);
}

Term Terms::fp_lt(Term a, Term b) {
  if (a == b) return false_term_;
  return fp_binary(Kind::FpLt, Sort::boolean(), a, b);
}

Term Terms::fp_le(Term a, Term b) {
  if (a == b) return not_(fp_is_nan(a));
  return fp_binary(Kind::FpLe, Sort::boolean(), a, b);
}

Term Terms::fp_is_nan(Term a) {
  const Kind op = kind(a);
  if (op == Kind::FpNeg || op == Kind::FpAbs || op == Kind::FpToFp || op == Kind::FpRoundToIntegral)
    return fp_is_nan(arg(a, 0));
  if (op == Kind::FpFromSbv || op == Kind::FpFromUbv) return false_term_;
  return fp_unary(Kind::FpIsNan, Sort::boolean(), a);
}

Term Terms::fp_is_infinite(Term a) { return fp_unary(Kind::FpIsInfinite, Sort::boolean(), a); }
Term Terms::fp_is_zero(Term a) { return fp_unary(Kind::FpIsZero, Sort::boolean(), a); }
Term Terms::fp_is_normal(Term a) { return fp_unary(Kind::FpIsNormal, Sort::boolean(), a); }
Term Terms::fp_is_subnormal(Term a) { return fp_unary(Kind::FpIsSubnormal, Sort::boolean(), a); }
Term Terms::fp_is_negative(Term a) { return fp_unary(Kind::FpIsNegative, Sort::boolean(), a); }

Term Terms::fp_to_fp(Rounding rounding, Sort to, Term a) {
  const Sort from = sort(a);
  require(to.is_float() && from.is_float(), "a float conversion should have floats on both sides");
  if (from == to) return a;
  // Widening is exact, so narrowing back is the identity.
  if (kind(a) == Kind::FpToFp && sort(arg(a, 0)) == to && from.exponent() >= to.exponent() &&
      from.significand() >= to.significand())
    return arg(a, 0);
  return fp_unary(Kind::FpToFp, to, a, rounding);
}

Term Terms::fp_from_bv(Kind kind, Rounding rounding, Sort to, Term a) {
  require(to.is_float() && sort(a).is_bv(), "an integer conversion should have a bit-vector and a float");
  const auto aux = static_cast<std::uint8_t>(rounding);
  if (const Term done = fold(kind, to, a, {}, aux)) return done;
  return make(kind, to, a, {}, {}, aux);
}

Term Terms::fp_from_sbv(Rounding rounding, Sort to, Term a) { return fp_from_bv(Kind::FpFromSbv, rounding, to, a); }
Term Terms::fp_from_ubv(Rounding rounding, Sort to, Term a) { return fp_from_bv(Kind::FpFromUbv, rounding, to, a); }

Term Terms::fp_to_sbv(Rounding rounding, std::uint32_t width, Term a) {
  return fp_unary(Kind::FpToSbv, Sort::bv(width), a, rounding);
}

Term Terms::fp_to_ubv(Rounding rounding, std::uint32_t width, Term a) {
  return fp_unary(Kind::FpToUbv, Sort::bv(width), a, rounding);
}

} // namespace tandem::smt
