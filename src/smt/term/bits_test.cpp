// Bits against the machine's own 64- and 128-bit arithmetic, and integers against 64-bit ones.

#include "smt/term/bits.h"

#include "smt/term/integer.h"

#include <gtest/gtest.h>
#include <random>

namespace tandem::smt {
namespace {

using Wide = unsigned __int128;
using SignedWide = __int128;

Bits bits(std::uint32_t width, Wide value) {
  const std::array words{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  return {width, words};
}

Wide number(const Bits& b) { return Wide{b.size() > 1 ? b.word(1) : 0} << 64 | b.low(); }

TEST(Bits, ComputeLikeTheMachine) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 4000; ++trial) {
    const auto width = static_cast<std::uint32_t>(65 + random() % 64);
    const Wide mask = width == 128 ? ~Wide{0} : (Wide{1} << width) - 1;
    const auto draw = [&] { return (Wide{random()} << 64 | random()) >> random() % 128 & mask; };
    const Wide x = draw();
    const Wide y = draw();
    const Bits a = bits(width, x);
    const Bits b = bits(width, y);
    EXPECT_EQ(number(a + b), (x + y) & mask);
    EXPECT_EQ(number(a - b), (x - y) & mask);
    EXPECT_EQ(number(a * b), (x * y) & mask);
    EXPECT_EQ(number(~a), ~x & mask);
    EXPECT_EQ(ult(a, b), x < y);
    EXPECT_EQ(number(udiv(a, b)), y == 0 ? mask : x / y);
    EXPECT_EQ(number(urem(a, b)), y == 0 ? x : x % y);
    const auto amount = static_cast<std::uint32_t>(random() % width);
    EXPECT_EQ(number(a << amount), x << amount & mask);
    EXPECT_EQ(number(a >> amount), x >> amount);
    const auto sign = [&](Wide v) { return static_cast<SignedWide>(v << (128 - width)) >> (128 - width); };
    EXPECT_EQ(slt(a, b), sign(x) < sign(y));
    EXPECT_EQ(number(shift_right_signed(a, amount)), static_cast<Wide>(sign(x) >> amount) & mask);
    if (y != 0) EXPECT_EQ(number(sdiv(a, b)), static_cast<Wide>(sign(x) / sign(y)) & mask);
    if (y != 0) EXPECT_EQ(number(srem(a, b)), static_cast<Wide>(sign(x) % sign(y)) & mask);
    EXPECT_EQ(Bits::from_decimal(width, a.decimal()), a);
    EXPECT_EQ(Bits::from_literal(resize(a, 128).smtlib()), resize(a, 128));
    EXPECT_EQ(Bits::from_literal("#b" + a.binary()), a);
    EXPECT_EQ(number(extract(a, width - 1, amount)), x >> amount);
    EXPECT_EQ(number(a), a.is_zero() ? 0 : x);
  }
}

TEST(Bits, CountZeros) {
  EXPECT_EQ(Bits(70, 1).leading_zeros(), 69U);
  EXPECT_EQ((Bits(70, 1) << 69).trailing_zeros(), 69U);
  EXPECT_EQ(Bits::zeros(70).trailing_zeros(), 70U);
  EXPECT_TRUE((Bits::one(200) << 133).is_power_of_two());
  EXPECT_TRUE(Bits::ones(65).is_ones());
  EXPECT_EQ(Bits::from_signed(8, -1), Bits::ones(8));
  EXPECT_EQ(Bits::from_signed(100, -1), Bits::ones(100));
  EXPECT_EQ(Bits(8, 200).signed_decimal(), "-56");
  EXPECT_EQ(Bits::from_literal("#b012").width(), 0U);
}

TEST(Integers, AreExact) {
  using namespace integers;
  for (std::int64_t a = -20; a <= 20; ++a)
    for (std::int64_t b = -20; b <= 20; ++b) {
      EXPECT_EQ(add(from(a), from(b)), from(a + b));
      EXPECT_EQ(sub(from(a), from(b)), from(a - b));
      EXPECT_EQ(mul(from(a), from(b)), from(a * b));
      EXPECT_EQ(less(from(a), from(b)), a < b);
      if (b == 0) continue;
      const Bits q = div(from(a), from(b));
      const Bits r = mod(from(a), from(b));
      EXPECT_EQ(add(mul(q, from(b)), r), from(a));
      EXPECT_FALSE(r.negative());
      EXPECT_TRUE(less(r, from(std::abs(b))));
    }
  EXPECT_EQ(div(from(5), from(0)), from(0));
  EXPECT_EQ(mod(from(5), from(0)), from(5));
  const Bits large = from_decimal("-123456789012345678901234567890");
  EXPECT_EQ(large.signed_decimal(), "-123456789012345678901234567890");
  EXPECT_EQ(sub(add(large, from(1)), from(1)), large);
  EXPECT_EQ(div(mul(large, large), large), large);
}

} // namespace
} // namespace tandem::smt
