// Dispatch to the arithmetic of bits.h, float_value.h and integer.h.

#include "smt/term/operate.h"

#include "base/core/require.h"
#include "smt/term/float_value.h"
#include "smt/term/integer.h"

namespace tandem::smt {

namespace {

Bits truth(bool value) { return Bits(1, value ? 1 : 0); }

} // namespace

Bits operate(const Operation& op, std::span<const Bits> args) {
  const Sort format = op.argument;
  const Rounding r = op.rounding;
  const Bits& a = args[0];
  const Bits& b = args[args.size() > 1 ? 1 : 0];
  switch (op.kind) {
  case Kind::Constant:
  case Kind::Variable:
  case Kind::Select:
  case Kind::Store:
  case Kind::ConstArray: break;
  case Kind::Eq: return truth(a == b);
  case Kind::Ite: return a.is_zero() ? args[2] : b;
  case Kind::Not: return ~a;
  case Kind::And: return a & b;
  case Kind::Or: return a | b;
  case Kind::BvNot: return ~a;
  case Kind::BvAnd: return a & b;
  case Kind::BvOr: return a | b;
  case Kind::BvXor: return a ^ b;
  case Kind::BvNeg: return -a;
  case Kind::BvAdd: return a + b;
  case Kind::BvSub: return a - b;
  case Kind::BvMul: return a * b;
  case Kind::BvUdiv: return udiv(a, b);
  case Kind::BvUrem: return urem(a, b);
  case Kind::BvSdiv: return sdiv(a, b);
  case Kind::BvSrem: return srem(a, b);
  case Kind::BvShl: return shl(a, b);
  case Kind::BvLshr: return lshr(a, b);
  case Kind::BvAshr: return ashr(a, b);
  case Kind::BvUlt: return truth(ult(a, b));
  case Kind::BvSlt: return truth(slt(a, b));
  case Kind::BvConcat: return concat(a, b);
  case Kind::BvExtract: return extract(a, op.high, op.low);
  case Kind::BvZeroExtend: return zero_extend(a, op.sort.width());
  case Kind::BvSignExtend: return sign_extend(a, op.sort.width());
  case Kind::FpFromBits: return float_canonical(op.sort, a);
  case Kind::FpToBits: return a;
  case Kind::FpAbs: return float_abs(format, a);
  case Kind::FpNeg: return float_neg(format, a);
  case Kind::FpAdd: return float_add(format, r, a, b);
  case Kind::FpMul: return float_mul(format, r, a, b);
  case Kind::FpDiv: return float_div(format, r, a, b);
  case Kind::FpSqrt: return float_sqrt(format, r, a);
  case Kind::FpRem: return float_rem(format, a, b);
  case Kind::FpRoundToIntegral: return float_round_to_integral(format, r, a);
  case Kind::FpEq: return truth(float_eq(format, a, b));
  case Kind::FpLt: return truth(float_lt(format, a, b));
  case Kind::FpLe: return truth(float_le(format, a, b));
  case Kind::FpIsNan: return truth(float_is_nan(format, a));
  case Kind::FpIsInfinite: return truth(float_is_infinite(format, a));
  case Kind::FpIsZero: return truth(float_is_zero(a));
  case Kind::FpIsNormal: return truth(float_is_normal(format, a));
  case Kind::FpIsSubnormal: return truth(float_is_subnormal(format, a));
  case Kind::FpIsNegative: return truth(a.negative());
  case Kind::FpToFp: return float_to_float(format, r, op.sort, a);
  case Kind::FpFromSbv: return float_from_signed(r, op.sort, a);
  case Kind::FpFromUbv: return float_from_unsigned(r, op.sort, a);
  case Kind::FpToSbv: return float_to_signed(format, r, op.sort.width(), a);
  case Kind::FpToUbv: return float_to_unsigned(format, r, op.sort.width(), a);
  case Kind::IntAdd: return integers::add(a, b);
  case Kind::IntSub: return integers::sub(a, b);
  case Kind::IntMul: return integers::mul(a, b);
  case Kind::IntDiv: return integers::div(a, b);
  case Kind::IntMod: return integers::mod(a, b);
  case Kind::IntLt: return truth(integers::less(a, b));
  }
  throw InternalError("an operation on constants should be one on scalars");
}

} // namespace tandem::smt
