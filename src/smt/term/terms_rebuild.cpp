// Dispatch from an operator to its factory, for substitution, theory elimination and random tests.

#include "smt/term/terms.h"

#include "base/core/require.h"

namespace tandem::smt {

Operation Terms::operation(Term t) const {
  Operation result{kind(t), sort(t), arity(kind(t)) == 0 ? sort(t) : sort(arg(t, 0))};
  if (has_rounding(result.kind)) result.rounding = rounding(t);
  if (result.kind == Kind::BvExtract) {
    result.high = high(t);
    result.low = low(t);
  }
  return result;
}

Term Terms::rebuild(Term t, std::span<const Term> args) { return arity(kind(t)) == 0 ? t : apply(operation(t), args); }

Term Terms::apply(const Operation& op, std::span<const Term> args) {
  require(args.size() == arity(op.kind) && !args.empty(), "an operator should get as many arguments as it has");
  const Rounding r = op.rounding;
  const Sort s = op.sort;
  const Term a = args[0];
  const Term b = args.size() < 2 ? Term() : args[1];
  switch (op.kind) {
  case Kind::Constant:
  case Kind::Variable: break;
  case Kind::Eq: return eq(a, b);
  case Kind::Ite: return ite(a, b, args[2]);
  case Kind::Not: return not_(a);
  case Kind::And: return and_(a, b);
  case Kind::Or: return or_(a, b);
  case Kind::BvNot: return bv_not(a);
  case Kind::BvAnd: return bv_and(a, b);
  case Kind::BvOr: return bv_or(a, b);
  case Kind::BvXor: return bv_xor(a, b);
  case Kind::BvNeg: return bv_neg(a);
  case Kind::BvAdd: return bv_add(a, b);
  case Kind::BvSub: return bv_sub(a, b);
  case Kind::BvMul: return bv_mul(a, b);
  case Kind::BvUdiv: return bv_udiv(a, b);
  case Kind::BvUrem: return bv_urem(a, b);
  case Kind::BvSdiv: return bv_sdiv(a, b);
  case Kind::BvSrem: return bv_srem(a, b);
  case Kind::BvShl: return bv_shl(a, b);
  case Kind::BvLshr: return bv_lshr(a, b);
  case Kind::BvAshr: return bv_ashr(a, b);
  case Kind::BvUlt: return bv_ult(a, b);
  case Kind::BvSlt: return bv_slt(a, b);
  case Kind::BvConcat: return bv_concat(a, b);
  case Kind::BvExtract: return bv_extract(a, op.high, op.low);
  case Kind::BvZeroExtend: return bv_zero_extend(a, s.width());
  case Kind::BvSignExtend: return bv_sign_extend(a, s.width());
  case Kind::Select: return select(a, b);
  case Kind::Store: return store(a, b, args[2]);
  case Kind::ConstArray: return const_array(s, a);
  case Kind::FpFromBits: return fp_from_bits(s, a);
  case Kind::FpToBits: return fp_to_bits(a);
  case Kind::FpAbs: return fp_abs(a);
  case Kind::FpNeg: return fp_neg(a);
  case Kind::FpAdd: return fp_add(r, a, b);
  case Kind::FpMul: return fp_mul(r, a, b);
  case Kind::FpDiv: return fp_div(r, a, b);
  case Kind::FpSqrt: return fp_sqrt(r, a);
  case Kind::FpRem: return fp_rem(a, b);
  case Kind::FpRoundToIntegral: return fp_round_to_integral(r, a);
  case Kind::FpEq: return fp_eq(a, b);
  case Kind::FpLt: return fp_lt(a, b);
  case Kind::FpLe: return fp_le(a, b);
  case Kind::FpIsNan: return fp_is_nan(a);
  case Kind::FpIsInfinite: return fp_is_infinite(a);
  case Kind::FpIsZero: return fp_is_zero(a);
  case Kind::FpIsNormal: return fp_is_normal(a);
  case Kind::FpIsSubnormal: return fp_is_subnormal(a);
  case Kind::FpIsNegative: return fp_is_negative(a);
  case Kind::FpToFp: return fp_to_fp(r, s, a);
  case Kind::FpFromSbv: return fp_from_sbv(r, s, a);
  case Kind::FpFromUbv: return fp_from_ubv(r, s, a);
  case Kind::FpToSbv: return fp_to_sbv(r, s.width(), a);
  case Kind::FpToUbv: return fp_to_ubv(r, s.width(), a);
  case Kind::IntAdd: return int_add(a, b);
  case Kind::IntSub: return int_sub(a, b);
  case Kind::IntMul: return int_mul(a, b);
  case Kind::IntDiv: return int_div(a, b);
  case Kind::IntMod: return int_mod(a, b);
  case Kind::IntLt: return int_lt(a, b);
  }
  throw InternalError("a leaf should not be applied");
}

} // namespace tandem::smt
