// The kinds of terms. The list is kept short: operators that can be expressed with these (>=, bvxnor, fp.sub, …) are
// built from them by Terms, so that every consumer handles one form only.
#pragma once

#include <cstdint>
#include <string_view>

namespace tandem::smt {

enum class Kind : std::uint8_t {
  // Leaves.
  Constant,
  Variable,
  // Any sort.
  Eq,
  Ite,
  // Bool.
  Not,
  And,
  Or,
  // Bit-vectors.
  BvNot,
  BvAnd,
  BvOr,
  BvXor,
  BvNeg,
  BvAdd,
  BvSub,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,
  BvShl,
  BvLshr,
  BvAshr,
  BvUlt,
  BvSlt,
  BvConcat,
  BvExtract,
  BvZeroExtend,
  BvSignExtend,
  // Arrays.
  Select,
  Store,
  ConstArray,
  // Floats. FpFromBits and FpToBits reinterpret; the other conversions keep the number.
  FpFromBits,
  FpToBits,
  FpAbs,
  FpNeg,
  FpAdd,
  FpMul,
  FpDiv,
  FpSqrt,
  FpRem,
  FpRoundToIntegral,
  FpEq,
  FpLt,
  FpLe,
  FpIsNan,
  FpIsInfinite,
  FpIsZero,
  FpIsNormal,
  FpIsSubnormal,
  FpIsNegative,
  FpToFp,
  FpFromSbv,
  FpFromUbv,
  FpToSbv,
  FpToUbv,
  // Integers.
  IntAdd,
  IntSub,
  IntMul,
  IntDiv,
  IntMod,
  IntLt,
};

inline constexpr std::size_t kind_count = static_cast<std::size_t>(Kind::IntLt) + 1;

// The rounding modes of IEEE 754. C programs use NearestEven for arithmetic and TowardZero for conversion to integers;
// the remaining ones are needed for roundToIntegral (floor, ceil, round).
enum class Rounding : std::uint8_t { NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero };

// Number of argument terms.
std::uint32_t arity(Kind kind);
// SMT-LIB's name for the operator; empty for leaves.
std::string_view name(Kind kind);
std::string_view name(Rounding rounding);
bool has_rounding(Kind kind);

} // namespace tandem::smt
