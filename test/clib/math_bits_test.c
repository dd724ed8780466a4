// models: math_bits.c errno.c
#include "math_for_test.h"

MODEL(fabsf);
MODEL(logbf);
MODEL(ilogbf);
MODEL(fdimf);
MODEL(copysignf);
MODEL(nextafterf);
MODEL(fminf);
MODEL(fmaxf);
MODEL(nexttowardf);
MODEL(ldexpf);
MODEL(scalbnf);
MODEL(scalblnf);
MODEL(frexpf);
MODEL(__fpclassifyf);
MODEL(__isnanf);
MODEL(__isinff);
MODEL(__finitef);
MODEL(finitef);
MODEL(__signbitf);
MODEL(nanf);
MODEL(fabs);
MODEL(logb);
MODEL(ilogb);
MODEL(fdim);
MODEL(copysign);
MODEL(nextafter);
MODEL(fmin);
MODEL(fmax);
MODEL(nexttoward);
MODEL(ldexp);
MODEL(scalbn);
MODEL(scalbln);
MODEL(frexp);
MODEL(__fpclassify);
MODEL(__isnan);
MODEL(__isinf);
MODEL(__finite);
MODEL(finite);
MODEL(__signbit);
MODEL(nan);
MODEL(fabsl);
MODEL(logbl);
MODEL(ilogbl);
MODEL(fdiml);
MODEL(copysignl);
MODEL(nextafterl);
MODEL(fminl);
MODEL(fmaxl);
MODEL(nexttowardl);
MODEL(ldexpl);
MODEL(scalbnl);
MODEL(scalblnl);
MODEL(frexpl);
MODEL(__fpclassifyl);
MODEL(__isnanl);
MODEL(__isinfl);
MODEL(__finitel);
MODEL(finitel);
MODEL(__signbitl);
MODEL(nanl);
int model_isnanf(float);
int model_isinff(float);
int model_isfinitef(float);
int model_isnormalf(float);
int model_signbitf(float);
int model_isnan(double);
int model_isinf(double);
int model_isfinite(double);
int model_isnormal(double);
int model_signbit(double);
int model_fpclassify(double);
int model_isnanl(ldouble);
int model_isinfl(ldouble);
int model_isfinitel(ldouble);
int model_isnormall(ldouble);
int model_signbitl(ldouble);

// The same, a neighbour or anything.
#define OTHER(type) (random_below(4) ? small_##type() : x)

// fmin and fmax of two zeros may be either.
#define EXTREME(type, name)                                                                                            \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type(), y = OTHER(type), real;                                                                    \
    if (isnan(x)) x = NAN; /* not a signalling one */                                                                  \
    if (isnan(y)) y = NAN;                                                                                             \
    real = name(x, y);                                                                                                 \
    next_int = signbit(real) == signbit(x);                                                                            \
    type result = model_##name(x, y);                                                                                  \
    check(same_ldouble(real, result) && !rejected, #name "(%La, %La) = %La", (ldouble)x, (ldouble)y, (ldouble)result); \
  }

#define FRACTION(type, name)                                                                                           \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    int exponent, model_exponent;                                                                                      \
    type x = small_##type(), real = name(x, &exponent), result = model_##name(x, &model_exponent);                     \
    check(same_ldouble(real, result) && exponent == model_exponent, #name "(%La) = %La * 2^%d", (ldouble)x,            \
          (ldouble)result, model_exponent);                                                                            \
  }

#define CLASS(type, name, expected)                                                                                    \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type();                                                                                           \
    if (random_bool()) x = -x;                                                                                         \
    next_int = (expected);                                                                                             \
    check(model_##name(x) == next_int, #name "(%La) = %d, not %d", (ldouble)x, model_##name(x), (int)next_int);        \
  }

static int some_exponent(void) {
  switch (random_below(4)) {
  case 0: return (int)random_integer();
  case 1: return (int)random_below(40000) - 20000;
  case 2: return (int)random_below(2400) - 1200;
  default: return (int)random_below(300) - 150;
  }
}

static void floats(void) {
  UNARY(float, float, fabsf, any_rounding());
  UNARY(float, float, logbf, any_rounding());
  UNARY(float, int, ilogbf, );
  BINARY(float, fdimf, any_rounding(), float, OTHER(float));
  BINARY(float, copysignf, , float, OTHER(float));
  BINARY(float, nextafterf, , float, OTHER(float));
  EXTREME(float, fminf);
  EXTREME(float, fmaxf);
  BINARY(float, nexttowardf, , ldouble, random_bool() ? x : OTHER(ldouble));
  BINARY(float, ldexpf, any_rounding(), int, (int)some_exponent());
  BINARY(float, scalbnf, any_rounding(), int, (int)some_exponent());
  BINARY(float, scalblnf, any_rounding(), long, (long)some_exponent());
  FRACTION(float, frexpf);
  CLASS(float, __fpclassifyf, (__fpclassifyf)(x));
  CLASS(float, __isnanf, (__isnanf)(x));
  CLASS(float, __isinff, (__isinff)(x));
  CLASS(float, __finitef, (__finitef)(x));
  CLASS(float, isnanf, (isnanf)(x));
  CLASS(float, isinff, (isinff)(x));
  CLASS(float, finitef, (finitef)(x));
  CLASS(float, __signbitf, __signbitf(x));
  CLASS(float, isfinitef, isfinite(x));
  CLASS(float, isnormalf, isnormal(x));
  CLASS(float, signbitf, signbit(x));
  check(isnan(model_nanf("")) && !signbit(model_nanf("")), "nanf");
  check(isnan(model_nanf("12")), "nanf");
}

static void doubles(void) {
  UNARY(double, double, fabs, any_rounding());
  UNARY(double, double, logb, any_rounding());
  UNARY(double, int, ilogb, );
  BINARY(double, fdim, any_rounding(), double, OTHER(double));
  BINARY(double, copysign, , double, OTHER(double));
  BINARY(double, nextafter, , double, OTHER(double));
  EXTREME(double, fmin);
  EXTREME(double, fmax);
  BINARY(double, nexttoward, , ldouble, random_bool() ? x : OTHER(ldouble));
  BINARY(double, ldexp, any_rounding(), int, (int)some_exponent());
  BINARY(double, scalbn, any_rounding(), int, (int)some_exponent());
  BINARY(double, scalbln, any_rounding(), long, (long)some_exponent());
  FRACTION(double, frexp);
  CLASS(double, __fpclassify, (__fpclassify)(x));
  CLASS(double, __isnan, (__isnan)(x));
  CLASS(double, __isinf, (__isinf)(x));
  CLASS(double, __finite, (__finite)(x));
  CLASS(double, isnan, (isnan)(x));
  CLASS(double, isinf, (isinf)(x));
  CLASS(double, finite, (finite)(x));
  CLASS(double, __signbit, __signbit(x));
  CLASS(double, isfinite, isfinite(x));
  CLASS(double, isnormal, isnormal(x));
  CLASS(double, signbit, signbit(x));
  CLASS(double, fpclassify, fpclassify(x));
  check(isnan(model_nan("")) && !signbit(model_nan("")), "nan");
  check(isnan(model_nan("12")), "nan");
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, fabsl, any_rounding());
  UNARY(ldouble, ldouble, logbl, any_rounding());
  UNARY(ldouble, int, ilogbl, );
  BINARY(ldouble, fdiml, any_rounding(), ldouble, OTHER(ldouble));
  BINARY(ldouble, copysignl, , ldouble, OTHER(ldouble));
  BINARY(ldouble, nextafterl, , ldouble, OTHER(ldouble));
  EXTREME(ldouble, fminl);
  EXTREME(ldouble, fmaxl);
  BINARY(ldouble, nexttowardl, , ldouble, random_bool() ? x : OTHER(ldouble));
  BINARY(ldouble, ldexpl, any_rounding(), int, (int)some_exponent());
  BINARY(ldouble, scalbnl, any_rounding(), int, (int)some_exponent());
  BINARY(ldouble, scalblnl, any_rounding(), long, (long)some_exponent());
  FRACTION(ldouble, frexpl);
  CLASS(ldouble, __fpclassifyl, (__fpclassifyl)(x));
  CLASS(ldouble, __isnanl, (__isnanl)(x));
  CLASS(ldouble, __isinfl, (__isinfl)(x));
  CLASS(ldouble, __finitel, (__finitel)(x));
  CLASS(ldouble, isnanl, (isnanl)(x));
  CLASS(ldouble, isinfl, (isinfl)(x));
  CLASS(ldouble, finitel, (finitel)(x));
  CLASS(ldouble, __signbitl, __signbitl(x));
  CLASS(ldouble, isfinitel, isfinite(x));
  CLASS(ldouble, isnormall, isnormal(x));
  CLASS(ldouble, signbitl, signbit(x));
  check(isnan(model_nanl("")) && !signbit(model_nanl("")), "nanl");
  check(isnan(model_nanl("12")), "nanl");
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
