// What the open models of mathematical functions share: range and domain errors, for each of the three types.
#ifndef TANDEM_MATH_OPEN_H
#define TANDEM_MATH_OPEN_H

#include "model.h"

enum { TANDEM_EDOM = 33, TANDEM_ERANGE = 34 };

int fegetround(void);

// The bounds and exact results are those of the usual rounding mode; in the others glibc promises less.
static inline int tandem_rounds_to_nearest(void) { return fegetround() == 0; }
static inline void tandem_expect(int condition) { tandem_assume(condition || !tandem_rounds_to_nearest()); }

// What the C library of this machine computes: known to the engine where the arguments are, otherwise any value.
#define TANDEM_HOST(name)                                                                                              \
  float tandem_host_##name##f(float);                                                                                  \
  double tandem_host_##name(double);                                                                                   \
  long double tandem_host_##name##l(long double);
#define TANDEM_HOST2(name)                                                                                             \
  float tandem_host_##name##f(float, float);                                                                           \
  double tandem_host_##name(double, double);                                                                           \
  long double tandem_host_##name##l(long double, long double);
TANDEM_HOST(acos)
TANDEM_HOST(acosh)
TANDEM_HOST(asin)
TANDEM_HOST(asinh)
TANDEM_HOST(atan)
TANDEM_HOST(atanh)
TANDEM_HOST(cbrt)
TANDEM_HOST(cos)
TANDEM_HOST(cosh)
TANDEM_HOST(erf)
TANDEM_HOST(erfc)
TANDEM_HOST(exp)
TANDEM_HOST(exp10)
TANDEM_HOST(exp2)
TANDEM_HOST(expm1)
TANDEM_HOST(log)
TANDEM_HOST(log10)
TANDEM_HOST(log1p)
TANDEM_HOST(log2)
TANDEM_HOST(sin)
TANDEM_HOST(sinh)
TANDEM_HOST(tan)
TANDEM_HOST(tanh)
TANDEM_HOST(tgamma)
TANDEM_HOST2(atan2)
TANDEM_HOST2(hypot)
TANDEM_HOST2(pow)

#define tandem_unspecified_f tandem_unspecified_float
#define tandem_unspecified_ tandem_unspecified_double
#define tandem_unspecified_l tandem_unspecified_ldouble

// tandem_in_range: a result of finite arguments; where it overflows, glibc sets errno, where it underflows or is the
// largest number, glibc may.
#define TANDEM_HELPERS(type, suffix, smallest, most)                                                                   \
  static inline type tandem_magnitude##suffix(type x) { return x < 0 ? -x : x; }                                       \
  static inline type tandem_invalid##suffix(void) {                                                                    \
    type zero = 0;                                                                                                     \
    *__errno_location() = TANDEM_EDOM;                                                                                 \
    return zero / zero;                                                                                                \
  }                                                                                                                    \
  static inline type tandem_pole##suffix(type sign) {                                                                  \
    type zero = 0;                                                                                                     \
    *__errno_location() = TANDEM_ERANGE;                                                                               \
    return sign / zero;                                                                                                \
  }                                                                                                                    \
  static inline type tandem_in_range##suffix(type result) {                                                            \
    type magnitude = tandem_magnitude##suffix(result);                                                                 \
    if (magnitude > most || ((magnitude < smallest || magnitude == most) && tandem_unspecified_int() != 0))            \
      *__errno_location() = TANDEM_ERANGE;                                                                             \
    return result;                                                                                                     \
  }

TANDEM_HELPERS(float, f, 0x1p-126f, 0x1.fffffep127f)
TANDEM_HELPERS(double, , 0x1p-1022, 0x1.fffffffffffffp1023)
TANDEM_HELPERS(long double, l, 0x1p-16382L, 0x1.fffffffffffffffep16383L)

#endif
