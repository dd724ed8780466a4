// What the open models of mathematical functions share: range and domain errors, for each of the three types.
#ifndef TANDEM_MATH_OPEN_H
#define TANDEM_MATH_OPEN_H

#include "model.h"

enum { TANDEM_EDOM = 33, TANDEM_ERANGE = 34 };

int fegetround(void);

// The bounds and exact results are those of the usual rounding mode; in the others glibc promises less.
static inline int tandem_rounds_to_nearest(void) { return fegetround() == 0; }
static inline void tandem_expect(int condition) { tandem_assume(condition || !tandem_rounds_to_nearest()); }

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
