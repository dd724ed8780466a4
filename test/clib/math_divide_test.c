// models: math_divide.c math_bits.c errno.c
// untested: __finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff __isinfl __isnan
// __isnanf __isnanl __signbit __signbitf __signbitl copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml
// finite finitef finitel fmax fmaxf fmaxl fmin fminf fminl fpclassify frexp frexpf frexpl ilogb ilogbf ilogbl isfinite
// isfinitef isfinitel isinf isinff isinfl isnan isnanf isnanl isnormal isnormalf isnormall ldexp ldexpf ldexpl logb
// logbf logbl nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl scalbln scalblnf
// scalblnl scalbn scalbnf scalbnl signbit signbitf signbitl
#include "math_for_test.h"

MODEL(fmodf);
MODEL(remainderf);
MODEL(dremf);
MODEL(remquof);
MODEL(fmaf);
MODEL(fmod);
MODEL(remainder);
MODEL(drem);
MODEL(remquo);
MODEL(fma);
MODEL(fmal);
MODEL(fmodl);
MODEL(remainderl);
MODEL(dreml);
MODEL(remquol);

// A divisor; the quotient is often of a size at which it has few bits.
#define NEAR(type, suffix)                                                                                             \
  static type near_##type(type x) {                                                                                    \
    if (random_below(3)) return small_##type();                                                                        \
    return scalbn##suffix(random_bool() ? x : (type)(random_below(1000) + 1), -(int)random_below(60)) /                \
           (type)(random_below(9) + 1);                                                                                \
  }

NEAR(float, f)
NEAR(double, )
NEAR(ldouble, l)

#define QUOTIENT(type, name)                                                                                           \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    int quotient = 77, model_quotient = 77;                                                                            \
    type x = small_##type(), y = near_##type(x);                                                                       \
    type real = REAL(name(x, y, &quotient));                                                                           \
    feed(real);                                                                                                        \
    next_int = quotient;                                                                                               \
    type result = model_##name(x, y, &model_quotient);                                                                 \
    check(same_ldouble(real, result) && quotient == model_quotient, #name "(%La, %La) = %La, %d, not %La, %d",         \
          (ldouble)x, (ldouble)y, (ldouble)result, model_quotient, (ldouble)real, quotient);                           \
    check(real_errno == *model___errno_location(), #name " sets errno to %d", *model___errno_location());              \
  }

#define FUSED(type, name)                                                                                              \
  for (int i = 0; i < 5 * CALLS; i++) {                                                                                \
    type x = small_##type(), y = small_##type(), z = small_##type();                                                   \
    if (random_below(3) == 0) z = -x * y;                                                                              \
    if (random_below(6) == 0) z *= 1 + (type)(int)random_below(5) / 3;                                                 \
    any_rounding();                                                                                                    \
    type real = REAL(name(x, y, z));                                                                                   \
    feed(real);                                                                                                        \
    type result = model_##name(x, y, z);                                                                               \
    fesetround(FE_TONEAREST);                                                                                          \
    check(same_ldouble(real, result) && !rejected, #name "(%La, %La, %La) = %La, not %La", (ldouble)x, (ldouble)y,     \
          (ldouble)z, (ldouble)result, (ldouble)real);                                                                 \
    check(real_errno == *model___errno_location(), #name " sets errno to %d", *model___errno_location());              \
  }

static void floats(void) {
  BINARY(float, fmodf, , float, near_float(x));
  BINARY(float, remainderf, , float, near_float(x));
  BINARY(float, dremf, , float, near_float(x));
  QUOTIENT(float, remquof);
  FUSED(float, fmaf);
}

static void doubles(void) {
  BINARY(double, fmod, , double, near_double(x));
  BINARY(double, remainder, , double, near_double(x));
  BINARY(double, drem, , double, near_double(x));
  QUOTIENT(double, remquo);
  FUSED(double, fma);
}

static void ldoubles(void) {
  BINARY(ldouble, fmodl, , ldouble, near_ldouble(x));
  BINARY(ldouble, remainderl, , ldouble, near_ldouble(x));
  BINARY(ldouble, dreml, , ldouble, near_ldouble(x));
  QUOTIENT(ldouble, remquol);
  FUSED(ldouble, fmal);
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
