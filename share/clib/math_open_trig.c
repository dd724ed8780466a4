// Trigonometric and hyperbolic functions (C17 7.12.4, 7.12.5): special values exactly, otherwise open within the range
// and sign that the function has, rounding included.
#include "math_open.h"

// The result, which is within [least, most].
#define TANDEM_WITHIN(type, suffix)                                                                                    \
  static type tandem_within##suffix(type result, type least, type most) {                                              \
    tandem_expect(result >= least && result <= most);                                                                  \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  /* The same for a magnitude, with the sign of x. */                                                                  \
  static type tandem_odd##suffix(type result, type x, type least, type most) {                                         \
    return x < 0 ? tandem_within##suffix(result, -most, -least) : tandem_within##suffix(result, least, most);          \
  }

TANDEM_WITHIN(float, f)
TANDEM_WITHIN(double, )
TANDEM_WITHIN(long double, l)

#define TANDEM_TRIGONOMETRIC(type, suffix)                                                                             \
  type sin##suffix(type x) {                                                                                           \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (x - x != 0) return tandem_invalid##suffix();                                                                   \
    if (magnitude <= 1) return tandem_odd##suffix(tandem_host_sin##suffix(x), x, magnitude * (type)0.841, magnitude);  \
    if (magnitude <= 3) return tandem_odd##suffix(tandem_host_sin##suffix(x), x, (type)0.141, 1);                      \
    return tandem_within##suffix(tandem_host_sin##suffix(x), -1, 1);                                                   \
  }                                                                                                                    \
  type cos##suffix(type x) {                                                                                           \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0) return 1;                                                                                              \
    if (x != x) return x;                                                                                              \
    if (x - x != 0) return tandem_invalid##suffix();                                                                   \
    if (magnitude <= 1) return tandem_within##suffix(tandem_host_cos##suffix(x), (type)0.54, 1);                       \
    if (magnitude <= (type)1.57) return tandem_within##suffix(tandem_host_cos##suffix(x), 0, (type)0.541);             \
    return tandem_within##suffix(tandem_host_cos##suffix(x), -1, 1);                                                   \
  }                                                                                                                    \
  void sincos##suffix(type x, type* sine, type* cosine) {                                                              \
    *sine = sin##suffix(x);                                                                                            \
    *cosine = cos##suffix(x);                                                                                          \
  }                                                                                                                    \
  type tan##suffix(type x) {                                                                                           \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (x - x != 0) return tandem_invalid##suffix();                                                                   \
    if (magnitude <= 1) return tandem_odd##suffix(tandem_host_tan##suffix(x), x, magnitude, magnitude * (type)1.558);  \
    if (magnitude <= (type)1.57) return tandem_odd##suffix(tandem_host_tan##suffix(x), x, (type)1.557, (type)1300);    \
    return tandem_within##suffix(tandem_host_tan##suffix(x), (type) - 1e30, (type)1e30);                               \
  }                                                                                                                    \
  type asin##suffix(type x) {                                                                                          \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (magnitude > 1) return tandem_invalid##suffix();                                                                \
    return tandem_odd##suffix(tandem_host_asin##suffix(x), x, magnitude, magnitude * (type)1.570797);                  \
  }                                                                                                                    \
  type acos##suffix(type x) {                                                                                          \
    if (x != x) return x;                                                                                              \
    if (x == 1) return 0;                                                                                              \
    if (tandem_magnitude##suffix(x) > 1) return tandem_invalid##suffix();                                              \
    return x > 0 ? tandem_within##suffix(tandem_host_acos##suffix(x), 0, (type)1.570797)                               \
                 : tandem_within##suffix(tandem_host_acos##suffix(x), (type)1.570796, (type)3.141593);                 \
  }                                                                                                                    \
  type atan##suffix(type x) {                                                                                          \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (magnitude <= 1)                                                                                                \
      return tandem_odd##suffix(tandem_host_atan##suffix(x), x, magnitude * (type)0.785398, magnitude);                \
    return tandem_odd##suffix(tandem_host_atan##suffix(x), x, (type)0.785398, (type)1.570797);                         \
  }                                                                                                                    \
  static int tandem_sign##suffix(type x) { return x < 0 || (x == 0 && 1 / x < 0); }                                    \
  type atan2##suffix(type y, type x) {                                                                                 \
    type least = 0, most = (type)3.141593;                                                                             \
    if (x != x || y != y) return x + y;                                                                                \
    if (y == 0 && !tandem_sign##suffix(x)) return y;                                                                   \
    if (x > 0) most = (type)1.570797;                                                                                  \
    if (tandem_sign##suffix(x)) least = (type)1.570796;                                                                \
    if (y == 0) least = (type)3.141592;                                                                                \
    return tandem_odd##suffix(tandem_host_atan2##suffix(y, x), tandem_sign##suffix(y) ? -1 : 1, least, most);          \
  }

TANDEM_TRIGONOMETRIC(float, f)
TANDEM_TRIGONOMETRIC(double, )
TANDEM_TRIGONOMETRIC(long double, l)

#define TANDEM_HYPERBOLIC(type, suffix)                                                                                \
  type sinh##suffix(type x) {                                                                                          \
    type magnitude = tandem_magnitude##suffix(x), zero = 0;                                                            \
    if (x == 0 || x - x != 0) return x + x;                                                                            \
    return tandem_odd##suffix(tandem_host_sinh##suffix(x), x, magnitude * (type)0.999999,                              \
                              magnitude <= 1 ? magnitude * (type)1.176 : 1 / zero);                                    \
  }                                                                                                                    \
  type cosh##suffix(type x) {                                                                                          \
    type magnitude = tandem_magnitude##suffix(x), zero = 0;                                                            \
    if (x == 0) return 1;                                                                                              \
    if (x - x != 0) return magnitude;                                                                                  \
    return tandem_within##suffix(tandem_host_cosh##suffix(x), magnitude > 1 ? magnitude : 1,                           \
                                 magnitude <= 1 ? (type)1.544 : 1 / zero);                                             \
  }                                                                                                                    \
  type tanh##suffix(type x) {                                                                                          \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (x - x != 0) return x > 0 ? 1 : -1;                                                                             \
    if (magnitude <= 1)                                                                                                \
      return tandem_odd##suffix(tandem_host_tanh##suffix(x), x, magnitude * (type)0.761, magnitude * (type)1.000001);  \
    return tandem_odd##suffix(tandem_host_tanh##suffix(x), x, (type)0.761, 1);                                         \
  }                                                                                                                    \
  type asinh##suffix(type x) {                                                                                         \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x - x != 0) return x + x;                                                                            \
    return tandem_odd##suffix(tandem_host_asinh##suffix(x), x, magnitude <= 1 ? magnitude * (type)0.881 : (type)0.881, \
                              magnitude * (type)1.000001);                                                             \
  }                                                                                                                    \
  type acosh##suffix(type x) {                                                                                         \
    if (x != x) return x;                                                                                              \
    if (x < 1) return tandem_invalid##suffix();                                                                        \
    if (x == 1) return 0;                                                                                              \
    if (x - x != 0) return x;                                                                                          \
    return tandem_within##suffix(tandem_host_acosh##suffix(x), 0, x);                                                  \
  }                                                                                                                    \
  type atanh##suffix(type x) {                                                                                         \
    type magnitude = tandem_magnitude##suffix(x);                                                                      \
    if (x == 0 || x != x) return x;                                                                                    \
    if (magnitude > 1) return tandem_invalid##suffix();                                                                \
    if (magnitude == 1) return tandem_pole##suffix(x);                                                                 \
    return tandem_odd##suffix(tandem_host_atanh##suffix(x), x, magnitude * (type)0.999999,                             \
                              magnitude <= (type)0.5 ? magnitude * (type)1.0987 : 50);                                 \
  }

TANDEM_HYPERBOLIC(float, f)
TANDEM_HYPERBOLIC(double, )
TANDEM_HYPERBOLIC(long double, l)
