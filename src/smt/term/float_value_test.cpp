// Our arithmetic on patterns against the host's: float and double in all of its rounding modes, long double in its own.

#include "smt/term/float_value.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <random>

namespace tandem::smt {
namespace {

template <class T> struct Host;
template <> struct Host<float> {
  static Sort format() { return Sort::floating(8, 24); }
  static Bits bits(float x) { return float_canonical(format(), Bits(32, std::bit_cast<std::uint32_t>(x))); }
  static float random(std::mt19937_64& r) { return std::bit_cast<float>(static_cast<std::uint32_t>(r())); }
};
template <> struct Host<double> {
  static Sort format() { return Sort::floating(11, 53); }
  static Bits bits(double x) { return float_canonical(format(), Bits(64, std::bit_cast<std::uint64_t>(x))); }
  static double random(std::mt19937_64& r) { return std::bit_cast<double>(r()); }
};
// x87 stores the integer bit that IEEE patterns hide.
template <> struct Host<long double> {
  static Sort format() { return Sort::floating(15, 64); }
  static Bits bits(long double x) {
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), &x, 10);
    const Bits stored(80, words);
    return float_canonical(format(), concat(extract(stored, 79, 64), extract(stored, 62, 0)));
  }
  static long double random(std::mt19937_64& r) {
    const std::uint64_t top = r() % 0x10000;
    const std::uint64_t fraction = (r() >> 1) | ((top & 0x7fff) == 0 ? 0 : std::uint64_t{1} << 63);
    const std::array<std::uint64_t, 2> words{fraction, top};
    long double x = 0;
    std::memcpy(&x, words.data(), 10);
    return x;
  }
};

struct Mode {
  int host;
  Rounding ours;
};

// Noticed by the optimiser, so that nothing is computed in the wrong mode.
template <class T> T opaque(T x) {
  asm volatile("" : "+m"(x));
  return x;
}

template <class T> T interesting(std::mt19937_64& random) {
  switch (random() % 8) {
  case 0: return std::numeric_limits<T>::infinity();
  case 1: return T(0) * (random() % 2 == 0 ? T(1) : T(-1));
  case 2: return std::numeric_limits<T>::denorm_min() * T(random() % 50);
  case 3: return std::numeric_limits<T>::max() / T(1 + random() % 3);
  case 4: return T(static_cast<std::int64_t>(random() % 2001) - 1000) / T(4);
  default: return Host<T>::random(random);
  }
}

template <class T> void compare(std::uint64_t seed, int trials) {
  const Sort f = Host<T>::format();
  std::mt19937_64 random(seed);
  const auto bits = [](T x) { return Host<T>::bits(x); };
  for (int i = 0; i < trials; ++i) {
    const T x = interesting<T>(random);
    const T y = random() % 8 == 0 ? opaque(x * T(2)) : interesting<T>(random);
    for (const Mode mode : {Mode{FE_TONEAREST, Rounding::NearestEven}, Mode{FE_UPWARD, Rounding::TowardPositive},
                            Mode{FE_DOWNWARD, Rounding::TowardNegative}, Mode{FE_TOWARDZERO, Rounding::TowardZero}}) {
      std::fesetround(mode.host);
      const T sum = opaque(opaque(x) + opaque(y));
      const T product = opaque(opaque(x) * opaque(y));
      const T quotient = opaque(opaque(x) / opaque(y));
      const T root = opaque(std::sqrt(opaque(x)));
      const T whole = opaque(std::rint(opaque(x)));
      const auto narrow = opaque(static_cast<float>(opaque(x)));
      const auto number = static_cast<std::int64_t>(random());
      const T from_signed = opaque(static_cast<T>(opaque(number)));
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(float_add(f, mode.ours, bits(x), bits(y)), bits(sum)) << double(x) << " + " << double(y);
      ASSERT_EQ(float_mul(f, mode.ours, bits(x), bits(y)), bits(product)) << double(x) << " * " << double(y);
      ASSERT_EQ(float_div(f, mode.ours, bits(x), bits(y)), bits(quotient)) << double(x) << " / " << double(y);
      ASSERT_EQ(float_sqrt(f, mode.ours, bits(x)), bits(root)) << double(x);
      ASSERT_EQ(float_round_to_integral(f, mode.ours, bits(x)), bits(whole)) << double(x);
      ASSERT_EQ(float_to_float(f, mode.ours, Host<float>::format(), bits(x)), Host<float>::bits(narrow)) << double(x);
      ASSERT_EQ(float_from_signed(mode.ours, f, Bits(64, static_cast<std::uint64_t>(number))), bits(from_signed));
    }
    ASSERT_EQ(float_lt(f, bits(x), bits(y)), x < y);
    ASSERT_EQ(float_le(f, bits(x), bits(y)), x <= y);
    ASSERT_EQ(float_eq(f, bits(x), bits(y)), x == y);
    if (std::fabs(x) < T(1e18))
      ASSERT_EQ(float_to_signed(f, Rounding::TowardZero, 64, bits(x)),
                Bits(64, static_cast<std::uint64_t>(static_cast<std::int64_t>(x))));
  }
}

TEST(FloatValue, FloatsLikeTheHost) { compare<float>(1, 3000); }
TEST(FloatValue, DoublesLikeTheHost) { compare<double>(2, 3000); }
TEST(FloatValue, LongDoublesLikeTheHost) { compare<long double>(3, 1500); }

TEST(FloatValue, RemaindersLikeTheHost) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    const auto x = interesting<float>(random);
    const auto y = interesting<float>(random);
    ASSERT_EQ(float_rem(Host<float>::format(), Host<float>::bits(x), Host<float>::bits(y)),
              Host<float>::bits(std::remainder(x, y)))
        << x << " " << y;
  }
}

TEST(FloatValue, OutOfRangeIsFixed) {
  const Sort f = Host<float>::format();
  const auto to = [&](float x) { return float_to_signed(f, Rounding::TowardZero, 32, Host<float>::bits(x)).low(); };
  EXPECT_EQ(to(NAN), 0x80000000U);
  EXPECT_EQ(to(3e9F), 0x80000000U);
  EXPECT_EQ(to(-2147483648.0F), 0x80000000U);
  EXPECT_EQ(to(-1.5F), 0xffffffffU);
  const auto to_unsigned = [&](float x) {
    return float_to_unsigned(f, Rounding::TowardZero, 32, Host<float>::bits(x)).low();
  };
  EXPECT_EQ(to_unsigned(-0.5F), 0U);
  EXPECT_EQ(to_unsigned(-1.0F), 0xffffffffU);
  EXPECT_EQ(to_unsigned(4e9F), 4000000000U);
  EXPECT_EQ(to_unsigned(INFINITY), 0xffffffffU);
}

} // namespace
} // namespace tandem::smt
