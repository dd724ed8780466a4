// One row per kind, in the order of the enumeration.

#include "smt/term/kind.h"

#include <array>

namespace tandem::smt {

namespace {

struct Row {
  Kind kind;
  std::uint8_t arity;
  std::string_view name;
};

constexpr std::array<Row, kind_count> rows{{
    {Kind::Constant, 0, ""},
    {Kind::Variable, 0, ""},
    {Kind::Eq, 2, "="},
    {Kind::Ite, 3, "ite"},
    {Kind::Not, 1, "not"},
    {Kind::And, 2, "and"},
    {Kind::Or, 2, "or"},
    {Kind::BvNot, 1, "bvnot"},
    {Kind::BvAnd, 2, "bvand"},
    {Kind::BvOr, 2, "bvor"},
    {Kind::BvXor, 2, "bvxor"},
    {Kind::BvNeg, 1, "bvneg"},
    {Kind::BvAdd, 2, "bvadd"},
    {Kind::BvSub, 2, "bvsub"},
    {Kind::BvMul, 2, "bvmul"},
    {Kind::BvUdiv, 2, "bvudiv"},
    {Kind::BvUrem, 2, "bvurem"},
    {Kind::BvSdiv, 2, "bvsdiv"},
    {Kind::BvSrem, 2, "bvsrem"},
    {Kind::BvShl, 2, "bvshl"},
    {Kind::BvLshr, 2, "bvlshr"},
    {Kind::BvAshr, 2, "bvashr"},
    {Kind::BvUlt, 2, "bvult"},
    {Kind::BvSlt, 2, "bvslt"},
    {Kind::BvConcat, 2, "concat"},
    {Kind::BvExtract, 1, "extract"},
    {Kind::BvZeroExtend, 1, "zero_extend"},
    {Kind::BvSignExtend, 1, "sign_extend"},
    {Kind::Select, 2, "select"},
    {Kind::Store, 3, "store"},
    {Kind::ConstArray, 1, "const"},
    {Kind::FpFromBits, 1, "to_fp"},
    {Kind::FpToBits, 1, "fp.to_ieee_bv"},
    {Kind::FpAbs, 1, "fp.abs"},
    {Kind::FpNeg, 1, "fp.neg"},
    {Kind::FpAdd, 2, "fp.add"},
    {Kind::FpMul, 2, "fp.mul"},
    {Kind::FpDiv, 2, "fp.div"},
    {Kind::FpSqrt, 1, "fp.sqrt"},
    {Kind::FpRem, 2, "fp.rem"},
    {Kind::FpRoundToIntegral, 1, "fp.roundToIntegral"},
    {Kind::FpEq, 2, "fp.eq"},
    {Kind::FpLt, 2, "fp.lt"},
    {Kind::FpLe, 2, "fp.leq"},
    {Kind::FpIsNan, 1, "fp.isNaN"},
    {Kind::FpIsInfinite, 1, "fp.isInfinite"},
    {Kind::FpIsZero, 1, "fp.isZero"},
    {Kind::FpIsNormal, 1, "fp.isNormal"},
    {Kind::FpIsSubnormal, 1, "fp.isSubnormal"},
    {Kind::FpIsNegative, 1, "fp.isNegative"},
    {Kind::FpToFp, 1, "to_fp"},
    {Kind::FpFromSbv, 1, "to_fp"},
    {Kind::FpFromUbv, 1, "to_fp_unsigned"},
    {Kind::FpToSbv, 1, "fp.to_sbv"},
    {Kind::FpToUbv, 1, "fp.to_ubv"},
    {Kind::IntAdd, 2, "+"},
    {Kind::IntSub, 2, "-"},
    {Kind::IntMul, 2, "*"},
    {Kind::IntDiv, 2, "div"},
    {Kind::IntMod, 2, "mod"},
    {Kind::IntLt, 2, "<"},
}};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind != static_cast<Kind>(i)) return false;
  return true;
}
static_assert(rows_are_in_order());

} // namespace

std::uint32_t arity(Kind kind) { return rows[static_cast<std::size_t>(kind)].arity; }
std::string_view name(Kind kind) { return rows[static_cast<std::size_t>(kind)].name; }

std::string_view name(Rounding rounding) {
  constexpr std::array<std::string_view, 5> names{"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return names[static_cast<std::size_t>(rounding)];
}

bool has_rounding(Kind kind) {
  constexpr std::array rounded{Kind::FpAdd,  Kind::FpMul,     Kind::FpDiv,     Kind::FpSqrt,  Kind::FpRoundToIntegral,
                               Kind::FpToFp, Kind::FpFromSbv, Kind::FpFromUbv, Kind::FpToSbv, Kind::FpToUbv};
  for (const Kind k : rounded)
    if (k == kind) return true;
  return false;
}

} // namespace tandem::smt
