// models: math_round.c errno.c
#include "math_for_test.h"

MODEL(floorf);
MODEL(ceilf);
MODEL(truncf);
MODEL(roundf);
MODEL(roundevenf);
MODEL(rintf);
MODEL(nearbyintf);
MODEL(lrintf);
MODEL(llrintf);
MODEL(lroundf);
MODEL(llroundf);
MODEL(modff);
MODEL(floor);
MODEL(ceil);
MODEL(trunc);
MODEL(round);
MODEL(roundeven);
MODEL(rint);
MODEL(nearbyint);
MODEL(lrint);
MODEL(llrint);
MODEL(lround);
MODEL(llround);
MODEL(modf);
MODEL(floorl);
MODEL(ceill);
MODEL(truncl);
MODEL(roundl);
MODEL(roundevenl);
MODEL(rintl);
MODEL(nearbyintl);
MODEL(lrintl);
MODEL(llrintl);
MODEL(lroundl);
MODEL(llroundl);
MODEL(modfl);

typedef long long llong;

#define INTEGER(type, result_type, name)                                                                               \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type();                                                                                           \
    any_rounding();                                                                                                    \
    result_type real = REAL(name(x));                                                                                  \
    feed(0);                                                                                                           \
    next_int = real;                                                                                                   \
    result_type result = model_##name(x);                                                                              \
    fesetround(FE_TONEAREST);                                                                                          \
    check(real == result && !rejected && real_errno == *model___errno_location(), #name "(%La) = %lld, not %lld",      \
          (ldouble)x, (llong)result, (llong)real);                                                                     \
  }

#define PARTS(type, name)                                                                                              \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type(), whole, model_whole;                                                                       \
    type real = REAL(name(x, &whole));                                                                                 \
    feed(real);                                                                                                        \
    type result = model_##name(x, &model_whole);                                                                       \
    check(same_ldouble(real, result) && same_ldouble(whole, model_whole), #name "(%La) = %La", (ldouble)x,             \
          (ldouble)result);                                                                                            \
  }

static void floats(void) {
  UNARY(float, float, floorf, any_rounding());
  UNARY(float, float, ceilf, any_rounding());
  UNARY(float, float, truncf, any_rounding());
  UNARY(float, float, roundf, any_rounding());
  UNARY(float, float, roundevenf, any_rounding());
  UNARY(float, float, rintf, any_rounding());
  UNARY(float, float, nearbyintf, any_rounding());
  INTEGER(float, long, lrintf);
  INTEGER(float, llong, llrintf);
  INTEGER(float, long, lroundf);
  INTEGER(float, llong, llroundf);
  PARTS(float, modff);
}

static void doubles(void) {
  UNARY(double, double, floor, any_rounding());
  UNARY(double, double, ceil, any_rounding());
  UNARY(double, double, trunc, any_rounding());
  UNARY(double, double, round, any_rounding());
  UNARY(double, double, roundeven, any_rounding());
  UNARY(double, double, rint, any_rounding());
  UNARY(double, double, nearbyint, any_rounding());
  INTEGER(double, long, lrint);
  INTEGER(double, llong, llrint);
  INTEGER(double, long, lround);
  INTEGER(double, llong, llround);
  PARTS(double, modf);
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, floorl, any_rounding());
  UNARY(ldouble, ldouble, ceill, any_rounding());
  UNARY(ldouble, ldouble, truncl, any_rounding());
  UNARY(ldouble, ldouble, roundl, any_rounding());
  UNARY(ldouble, ldouble, roundevenl, any_rounding());
  UNARY(ldouble, ldouble, rintl, any_rounding());
  UNARY(ldouble, ldouble, nearbyintl, any_rounding());
  INTEGER(ldouble, long, lrintl);
  INTEGER(ldouble, llong, llrintl);
  INTEGER(ldouble, long, lroundl);
  INTEGER(ldouble, llong, llroundl);
  PARTS(ldouble, modfl);
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
