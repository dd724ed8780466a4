// models: math_open_exp.c math_bits.c errno.c
// untested: __finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff __isinfl __isnan
// __isnanf __isnanl __signbit __signbitf __signbitl copysign copysignf copysignl fabs fabsf fabsl fdim fdimf fdiml
// finite finitef finitel fmax fmaxf fmaxl fmin fminf fminl fpclassify frexp frexpf frexpl ilogb ilogbf ilogbl isfinite
// isfinitef isfinitel isinf isinff isinfl isnan isnanf isnanl isnormal isnormalf isnormall ldexp ldexpf ldexpl logb
// logbf logbl nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl scalbln scalblnf
// scalblnl scalbn scalbnf scalbnl signbit signbitf signbitl
#include "math_for_test.h"

MODEL(expf);
MODEL(expm1f);
MODEL(exp10f);
MODEL(exp2f);
MODEL(logf);
MODEL(log10f);
MODEL(log2f);
MODEL(log1pf);
MODEL(exp);
MODEL(expm1);
MODEL(exp10);
MODEL(exp2);
MODEL(log);
MODEL(log10);
MODEL(log2);
MODEL(log1p);
MODEL(expl);
MODEL(expm1l);
MODEL(exp10l);
MODEL(exp2l);
MODEL(logl);
MODEL(log10l);
MODEL(log2l);
MODEL(log1pl);

static void floats(void) {
  UNARY(float, float, expf, seldom_other_rounding());
  UNARY(float, float, expm1f, seldom_other_rounding());
  UNARY(float, float, exp10f, seldom_other_rounding());
  UNARY(float, float, exp2f, seldom_other_rounding());
  UNARY(float, float, logf, seldom_other_rounding());
  UNARY(float, float, log10f, seldom_other_rounding());
  UNARY(float, float, log2f, seldom_other_rounding());
  UNARY(float, float, log1pf, seldom_other_rounding());
}

static void doubles(void) {
  UNARY(double, double, exp, seldom_other_rounding());
  UNARY(double, double, expm1, seldom_other_rounding());
  UNARY(double, double, exp10, seldom_other_rounding());
  UNARY(double, double, exp2, seldom_other_rounding());
  UNARY(double, double, log, seldom_other_rounding());
  UNARY(double, double, log10, seldom_other_rounding());
  UNARY(double, double, log2, seldom_other_rounding());
  UNARY(double, double, log1p, seldom_other_rounding());
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, expl, seldom_other_rounding());
  UNARY(ldouble, ldouble, expm1l, seldom_other_rounding());
  UNARY(ldouble, ldouble, exp10l, seldom_other_rounding());
  UNARY(ldouble, ldouble, exp2l, seldom_other_rounding());
  UNARY(ldouble, ldouble, logl, seldom_other_rounding());
  UNARY(ldouble, ldouble, log10l, seldom_other_rounding());
  UNARY(ldouble, ldouble, log2l, seldom_other_rounding());
  UNARY(ldouble, ldouble, log1pl, seldom_other_rounding());
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
