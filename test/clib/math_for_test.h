// What the drivers of the models of math.h share: random arguments and comparisons for the three types, also of errno.
#ifndef TANDEM_MATH_FOR_TEST_H
#define TANDEM_MATH_FOR_TEST_H

#define _GNU_SOURCE
#include "clib_test.h"

#include <fenv.h>
#include <math.h>

MODEL(__errno_location);

static inline long double random_ldouble(void) {
  union {
    long double value;
    struct {
      uint64_t mantissa;
      uint16_t exponent;
    } bits;
  } number = {.bits = {random_bits() | 1ull << 63, (uint16_t)random_bits()}};
  switch (random_below(8)) {
  case 0: return ldexpl(number.value, -16382 - 40 - ilogbl(number.value)); // subnormal
  case 1: return number.value;
  case 2: return 0x1.fffffffffffffffep16383L;
  case 3: return ldexpl(1, (int)random_below(200) - 100);
  default: return random_double();
  }
}

// Corner cases, numbers of few digits, subnormal ones; never a signalling NaN.
#define SMALL(type, random_any, scale, least)                                                                          \
  static inline type small_##type(void) {                                                                              \
    type value = random_any();                                                                                         \
    if (isnan(value)) return NAN;                                                                                      \
    switch (random_below(16)) {                                                                                        \
    case 0: return scale((type)(int16_t)random_bits(), least);                                                         \
    case 1: return scale((type)(int32_t)random_bits(), least + (int)random_below(40));                                 \
    case 2:                                                                                                            \
    case 3: return (type)((int)random_below(41) - 20);                                                                 \
    case 4:                                                                                                            \
    case 5:                                                                                                            \
    case 6:                                                                                                            \
    case 7: return scale((type)(int64_t)random_bits(), -20 - (int)random_below(50));                                   \
    default: return value;                                                                                             \
    }                                                                                                                  \
  }

typedef long double ldouble;
SMALL(float, random_float, ldexpf, -149)
SMALL(double, random_double, ldexp, -1074)
SMALL(ldouble, random_ldouble, ldexpl, -16445)

static inline bool same_ldouble(long double left, long double right) {
  if (isnan(left) || isnan(right)) return isnan(left) && isnan(right);
  return left == right && signbit(left) == signbit(right);
}

static inline void any_rounding(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  fesetround(modes[random_below(4)]);
}

// For functions whose results glibc promises in the usual mode only.
static inline void seldom_other_rounding(void) {
  if (random_below(8) == 0) any_rounding();
}

// What the real function gave, also fed to the model where it leaves something open.
static int real_errno;
// Whether the model's assumptions exclude it.
static bool rejected;

void tandem_assume(int condition);
void tandem_assume(int condition) { rejected = rejected || !condition; }

static inline void feed(long double value) {
  next_int = real_errno = errno;
  rejected = false;
  next_double = (double)value;
  next_ldouble = value;
  *model___errno_location() = 0;
}

#define REAL(call) (errno = 0, (call))

#define UNARY(type, result_type, name, mode)                                                                           \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type();                                                                                           \
    mode;                                                                                                              \
    result_type real = REAL(name(x));                                                                                  \
    feed(real);                                                                                                        \
    result_type result = model_##name(x);                                                                              \
    fesetround(FE_TONEAREST);                                                                                          \
    check(same_ldouble(real, result) && !rejected, #name "(%La) = %La, not %La", (long double)x, (long double)result,  \
          (long double)real);                                                                                          \
    check(real_errno == *model___errno_location(), #name "(%La) sets errno to %d, not %d", (long double)x,             \
          *model___errno_location(), real_errno);                                                                      \
  }

#define BINARY(type, name, mode, second_type, second)                                                                  \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type();                                                                                           \
    second_type y = second;                                                                                            \
    mode;                                                                                                              \
    type real = REAL(name(x, y));                                                                                      \
    feed(real);                                                                                                        \
    type result = model_##name(x, y);                                                                                  \
    fesetround(FE_TONEAREST);                                                                                          \
    check(same_ldouble(real, result) && !rejected, #name "(%La, %La) = %La, not %La", (long double)x, (long double)y,  \
          (long double)result, (long double)real);                                                                     \
    check(real_errno == *model___errno_location(), #name "(%La, %La) sets errno to %d, not %d", (long double)x,        \
          (long double)y, *model___errno_location(), real_errno);                                                      \
  }

#endif
