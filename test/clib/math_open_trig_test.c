// models: math_open_trig.c errno.c
#include "math_for_test.h"

MODEL(sinf);
MODEL(cosf);
MODEL(tanf);
MODEL(asinf);
MODEL(acosf);
MODEL(atanf);
MODEL(sinhf);
MODEL(coshf);
MODEL(tanhf);
MODEL(asinhf);
MODEL(acoshf);
MODEL(atanhf);
MODEL(atan2f);
MODEL(sincosf);
MODEL(sin);
MODEL(cos);
MODEL(tan);
MODEL(asin);
MODEL(acos);
MODEL(atan);
MODEL(sinh);
MODEL(cosh);
MODEL(tanh);
MODEL(asinh);
MODEL(acosh);
MODEL(atanh);
MODEL(atan2);
MODEL(sincos);
MODEL(sinl);
MODEL(cosl);
MODEL(tanl);
MODEL(asinl);
MODEL(acosl);
MODEL(atanl);
MODEL(sinhl);
MODEL(coshl);
MODEL(tanhl);
MODEL(asinhl);
MODEL(acoshl);
MODEL(atanhl);
MODEL(atan2l);
MODEL(sincosl);

// sincos asks for the sine, then for the cosine; every other function for one value.
static long double fed[2];
static int feeds_two, at;

static long double next_fed(void) {
  if (!feeds_two) return next_ldouble;
  at = !at;
  return fed[!at];
}

float tandem_unspecified_float(void);
double tandem_unspecified_double(void);
long double tandem_unspecified_ldouble(void);
float tandem_unspecified_float(void) { return (float)next_fed(); }
double tandem_unspecified_double(void) { return (double)next_fed(); }
long double tandem_unspecified_ldouble(void) { return next_fed(); }

#define BOTH(type, suffix)                                                                                             \
  for (int i = 0; i < CALLS; i++) {                                                                                    \
    type x = small_##type(), sine, cosine, model_sine, model_cosine;                                                   \
    sincos##suffix(x, &sine, &cosine);                                                                                 \
    feed(0);                                                                                                           \
    feeds_two = 1, at = 0, fed[0] = sine, fed[1] = cosine;                                                             \
    model_sincos##suffix(x, &model_sine, &model_cosine);                                                               \
    feeds_two = 0;                                                                                                     \
    check(same_ldouble(sine, model_sine) && same_ldouble(cosine, model_cosine) && !rejected, "sincos(%La)",            \
          (ldouble)x);                                                                                                 \
  }

static void floats(void) {
  UNARY(float, float, sinf, seldom_other_rounding());
  UNARY(float, float, cosf, seldom_other_rounding());
  UNARY(float, float, tanf, seldom_other_rounding());
  UNARY(float, float, asinf, seldom_other_rounding());
  UNARY(float, float, acosf, seldom_other_rounding());
  UNARY(float, float, atanf, seldom_other_rounding());
  UNARY(float, float, sinhf, seldom_other_rounding());
  UNARY(float, float, coshf, seldom_other_rounding());
  UNARY(float, float, tanhf, seldom_other_rounding());
  UNARY(float, float, asinhf, seldom_other_rounding());
  UNARY(float, float, acoshf, seldom_other_rounding());
  UNARY(float, float, atanhf, seldom_other_rounding());
  BINARY(float, atan2f, seldom_other_rounding(), float, random_below(4) ? small_float() : -x);
  BOTH(float, f);
}

static void doubles(void) {
  UNARY(double, double, sin, seldom_other_rounding());
  UNARY(double, double, cos, seldom_other_rounding());
  UNARY(double, double, tan, seldom_other_rounding());
  UNARY(double, double, asin, seldom_other_rounding());
  UNARY(double, double, acos, seldom_other_rounding());
  UNARY(double, double, atan, seldom_other_rounding());
  UNARY(double, double, sinh, seldom_other_rounding());
  UNARY(double, double, cosh, seldom_other_rounding());
  UNARY(double, double, tanh, seldom_other_rounding());
  UNARY(double, double, asinh, seldom_other_rounding());
  UNARY(double, double, acosh, seldom_other_rounding());
  UNARY(double, double, atanh, seldom_other_rounding());
  BINARY(double, atan2, seldom_other_rounding(), double, random_below(4) ? small_double() : -x);
  BOTH(double, );
}

static void ldoubles(void) {
  UNARY(ldouble, ldouble, sinl, seldom_other_rounding());
  UNARY(ldouble, ldouble, cosl, seldom_other_rounding());
  UNARY(ldouble, ldouble, tanl, seldom_other_rounding());
  UNARY(ldouble, ldouble, asinl, seldom_other_rounding());
  UNARY(ldouble, ldouble, acosl, seldom_other_rounding());
  UNARY(ldouble, ldouble, atanl, seldom_other_rounding());
  UNARY(ldouble, ldouble, sinhl, seldom_other_rounding());
  UNARY(ldouble, ldouble, coshl, seldom_other_rounding());
  UNARY(ldouble, ldouble, tanhl, seldom_other_rounding());
  UNARY(ldouble, ldouble, asinhl, seldom_other_rounding());
  UNARY(ldouble, ldouble, acoshl, seldom_other_rounding());
  UNARY(ldouble, ldouble, atanhl, seldom_other_rounding());
  BINARY(ldouble, atan2l, seldom_other_rounding(), ldouble, random_below(4) ? small_ldouble() : -x);
  BOTH(ldouble, l);
}

int main(void) {
  test_begin();
  floats();
  doubles();
  ldoubles();
  return test_end();
}
