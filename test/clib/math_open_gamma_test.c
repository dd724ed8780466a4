// models: math_open_gamma.c errno.c
#include "math_for_test.h"

MODEL(erff);
MODEL(erfcf);
MODEL(tgammaf);
MODEL(lgammaf);
MODEL(lgammaf_r);
MODEL(erf);
MODEL(erfc);
MODEL(tgamma);
MODEL(lgamma);
MODEL(lgamma_r);
MODEL(erfl);
MODEL(erfcl);
MODEL(tgammal);
MODEL(lgammal);
MODEL(lgammal_r);
MODEL(signgam);

#define WITH_SIGN(type, suffix)                                                                                        \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    int sign = 7, model_sign = 7;                                                                                      \
    type x = small_##type(), real = REAL(lgamma##suffix##_r(x, &sign));                                                \
    feed(real);                                                                                                        \
    type result = model_lgamma##suffix##_r(x, &model_sign);                                                            \
    check(same_ldouble(real, result) && !rejected, "lgamma_r(%La) = %La, not %La", (ldouble)x, (ldouble)result,        \
          (ldouble)real);                                                                                              \
    /* Of NaN and where the result is a pole, the sign means nothing. */                                               \
    check(!isfinite(real) || sign == model_sign, "lgamma_r(%La): sign %d, not %d", (ldouble)x, model_sign, sign);      \
    lgamma##suffix(x);                                                                                                 \
    model_lgamma##suffix(x);                                                                                           \
    check(!isfinite(real) || signgam == model_signgam, "lgamma(%La)", (ldouble)x);                                     \
  }

static void floats(void) {
  UNARY(float, float, erff, seldom_other_rounding());
  UNARY(float, float, erfcf, seldom_other_rounding());
  UNARY(float, float, tgammaf, seldom_other_rounding());
  UNARY(float, float, lgammaf, seldom_other_rounding());
  WITH_SIGN(float, f);
}

static void doubles(void) {
  UNARY(double, double, erf, seldom_other_rounding());
  UNARY(double, double, erfc, seldom_other_rounding());
  UNARY(double, double, tgamma, seldom_other_rounding());
  UNARY(double, double, lgamma, seldom_other_rounding());
  WITH_SIGN(double, );
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, erfl, seldom_other_rounding());
  UNARY(ldouble, ldouble, erfcl, seldom_other_rounding());
  UNARY(ldouble, ldouble, tgammal, seldom_other_rounding());
  UNARY(ldouble, ldouble, lgammal, seldom_other_rounding());
  WITH_SIGN(ldouble, l);
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
