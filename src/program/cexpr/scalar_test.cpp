#include "program/cexpr/scalar.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tandem::cexpr {
namespace {

class Scalar : public testing::Test {
protected:
  std::string text(IntegerKind kind, UInt128 bits) { return scalar_text(context_, types_.integer(kind), bits); }
  std::string text(FloatKind kind, UInt128 bits) { return scalar_text(context_, types_.floating(kind), bits); }

  Context context_{DataModel::ILP32};
  TypeTable& types_ = context_.types();
};

TEST_F(Scalar, IntegersHaveTheSignOfTheirType) {
  EXPECT_EQ(text(IntegerKind::Int, 7), "7");
  EXPECT_EQ(text(IntegerKind::Int, 0xffffffff), "-1");
  EXPECT_EQ(text(IntegerKind::UInt, 0xffffffff), "4294967295");
  EXPECT_EQ(text(IntegerKind::Char, 0x80), "-128");
  EXPECT_EQ(text(IntegerKind::UChar, 0x80), "128");
  EXPECT_EQ(text(IntegerKind::Bool, 1), "1");
  EXPECT_EQ(text(IntegerKind::ULongLong, ~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(scalar_text(context_, types_.pointer_to(types_.int_type()), 0), "0");
}

TEST_F(Scalar, FloatsReadBackExactly) {
  EXPECT_EQ(text(FloatKind::Float, std::bit_cast<std::uint32_t>(0.1f)), "0.1");
  EXPECT_EQ(text(FloatKind::Double, std::bit_cast<std::uint64_t>(0.1)), "0.1");
  EXPECT_EQ(text(FloatKind::Double, std::bit_cast<std::uint64_t>(-2.0)), "-2.0");
  EXPECT_EQ(text(FloatKind::Double, std::bit_cast<std::uint64_t>(5e-324)), "5e-324");
  EXPECT_EQ(text(FloatKind::Float, 0x7fc00000), "nan");
  EXPECT_EQ(text(FloatKind::Float, 0xff800000), "-inf");
  for (const double value : {1.0 / 3, 1e300, -0.0, std::numeric_limits<double>::denorm_min()})
    EXPECT_EQ(std::strtod(text(FloatKind::Double, std::bit_cast<std::uint64_t>(value)).c_str(), nullptr), value);
}

TEST_F(Scalar, LongDoubleHasEightyBits) {
  long double value = 1.0L / 3;
  UInt128 bits = 0;
  std::memcpy(&bits, &value, 10);
  EXPECT_EQ(float_of_bits(FloatKind::LongDouble, bits), value);
  EXPECT_EQ(std::stold(text(FloatKind::LongDouble, bits)), value);
}

TEST_F(Scalar, ConstantsHaveTheType) {
  const Expr& constant = scalar_constant(context_, types_.integer(IntegerKind::Short), 0xfffe);
  EXPECT_EQ(&constant.type(), &types_.integer(IntegerKind::Short));
  EXPECT_EQ(constant.value(), -2);
}

} // namespace
} // namespace tandem::cexpr
