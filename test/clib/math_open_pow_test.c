// models: math_open_pow.c math_bits.c errno.c
// untested: __finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff __isinfl __isnan
// __isnanf __isnanl __signbit __signbitf __signbitl copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml
// finite finitef finitel fmax fmaxf fmaxl fmin fminf fminl fpclassify frexp frexpf frexpl ilogb ilogbf ilogbl isfinite
// isfinitef isfinitel isinf isinff isinfl isnan isnanf isnanl isnormal isnormalf isnormall ldexp ldexpf ldexpl logb
// logbf logbl nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl scalbln scalblnf
// scalblnl scalbn scalbnf scalbnl signbit signbitf signbitl
#include "math_for_test.h"

MODEL(cbrtf);
MODEL(powf);
MODEL(hypotf);
MODEL(cbrt);
MODEL(pow);
MODEL(hypot);
MODEL(cbrtl);
MODEL(powl);
MODEL(hypotl);

// Cubes and Pythagorean triples.
#define TRIPLES(type, suffix)                                                                                          \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    int n = (int)random_below(200), k = 1 + (int)random_below(100);                                                    \
    type cube = (type)(n * n * n), real = cbrt##suffix(cube);                                                          \
    feed(real);                                                                                                        \
    check(model_cbrt##suffix(cube) == real && !rejected, "cbrt(%d)", n * n * n);                                       \
    real = hypot##suffix((type)(3 * k), (type)(-4 * k));                                                               \
    feed(real);                                                                                                        \
    check(model_hypot##suffix((type)(3 * k), (type)(-4 * k)) == real && real == (type)(5 * k) && !rejected,            \
          "hypot(%d)", 3 * k);                                                                                         \
  }

#define POWERS(type, suffix)                                                                                           \
  for (int i = 0; i < 10 * CALLS; i++) {                                                                               \
    type x = small_##type(), y = small_##type();                                                                       \
    if (random_bool()) x = (type)((int)random_below(64) - 32) / (type)(1 << random_below(6));                          \
    if (random_below(4)) y = (type)((int)random_below(80) - 20) / (type)(1 << random_below(3));                        \
    if (random_below(8) == 0) y = 2;                                                                                   \
    type real = REAL(pow##suffix(x, y));                                                                               \
    /* What is left open is the magnitude. */                                                                          \
    feed(fabsl(real));                                                                                                 \
    type result = model_pow##suffix(x, y);                                                                             \
    check(same_ldouble(real, result) && !rejected, "pow" #suffix "(%La, %La) = %La, not %La", (ldouble)x, (ldouble)y,  \
          (ldouble)result, (ldouble)real);                                                                             \
    check(real_errno == *model___errno_location(), "pow" #suffix "(%La, %La) sets errno to %d, not %d", (ldouble)x,    \
          (ldouble)y, *model___errno_location(), real_errno);                                                          \
  }

static void floats(void) {
  UNARY(float, float, cbrtf, seldom_other_rounding());
  BINARY(float, hypotf, seldom_other_rounding(), float, small_float());
  TRIPLES(float, f);
  POWERS(float, f);
}

static void doubles(void) {
  UNARY(double, double, cbrt, seldom_other_rounding());
  BINARY(double, hypot, seldom_other_rounding(), double, small_double());
  TRIPLES(double, );
  POWERS(double, );
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, cbrtl, seldom_other_rounding());
  BINARY(ldouble, hypotl, seldom_other_rounding(), ldouble, small_ldouble());
  TRIPLES(ldouble, l);
  POWERS(ldouble, l);
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
