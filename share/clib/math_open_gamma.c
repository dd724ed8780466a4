// Error and gamma functions (C17 7.12.8): special values exactly, otherwise open within the function's range.
#include "math_open.h"

int signgam;

#define TANDEM_ERROR_FUNCTIONS(type, suffix)                                                                           \
  type erf##suffix(type x) {                                                                                           \
    type result, magnitude = tandem_magnitude##suffix(x);                                                              \
    if (x == 0 || x != x) return x;                                                                                    \
    if (x - x != 0) return x > 0 ? 1 : -1;                                                                             \
    result = tandem_host_erf##suffix(x);                                                                               \
    tandem_expect(x > 0 ? result >= 0 && result <= 1 : result <= 0 && result >= -1);                                   \
    tandem_expect(tandem_magnitude##suffix(result) <= magnitude * (type)1.1284);                                       \
    if (magnitude >= 1) tandem_expect(tandem_magnitude##suffix(result) >= (type)0.8427);                               \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  type erfc##suffix(type x) {                                                                                          \
    type result;                                                                                                       \
    if (x != x) return x;                                                                                              \
    if (x == 0) return 1;                                                                                              \
    if (x - x != 0) return x > 0 ? 0 : 2;                                                                              \
    result = tandem_host_erfc##suffix(x);                                                                              \
    tandem_expect(x > 0 ? result >= 0 && result <= 1 : result >= 1 && result <= 2);                                    \
    if (x >= 1) tandem_expect(result <= (type)0.1573);                                                                 \
    if (x <= -1) tandem_expect(result >= (type)1.8427);                                                                \
    return tandem_in_range##suffix(result);                                                                            \
  }

TANDEM_ERROR_FUNCTIONS(float, f)
TANDEM_ERROR_FUNCTIONS(double, )
TANDEM_ERROR_FUNCTIONS(long double, l)

// Whether the gamma function is negative at x < 0, no integer: it changes its sign at each integer.
#define TANDEM_GAMMA(type, suffix, limit)                                                                              \
  static int tandem_is_integer##suffix(type x) {                                                                       \
    return tandem_magnitude##suffix(x) >= limit || (type)(long long)x == x;                                            \
  }                                                                                                                    \
  static int tandem_is_negative##suffix(type x) {                                                                      \
    return x == 0 ? 1 / x < 0 : x < 0 && !tandem_is_integer##suffix(x) && (long long)x % 2 == 0;                       \
  }                                                                                                                    \
  type tgamma##suffix(type x) {                                                                                        \
    type result;                                                                                                       \
    if (x == 0) return tandem_pole##suffix(1 / x);                                                                     \
    if (x != x || (x > 0 && x - x != 0)) return x;                                                                     \
    if (x < 0 && (x - x != 0 || tandem_is_integer##suffix(x))) return tandem_invalid##suffix();                        \
    if (x == 1 || x == 2) return 1;                                                                                    \
    result = tandem_host_tgamma##suffix(x);                                                                            \
    if (x > 0) tandem_expect(result >= (type)0.8856);                                                                  \
    if (x > 1 && x < 2) tandem_expect(result <= 1);                                                                    \
    if (x < 0) tandem_expect(tandem_is_negative##suffix(x) ? result <= 0 : result >= 0);                               \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  type lgamma##suffix##_r(type x, int* sign) {                                                                         \
    type result, zero = 0;                                                                                             \
    *sign = tandem_is_negative##suffix(x) ? -1 : 1;                                                                    \
    if (x != x) return x;                                                                                              \
    if (x - x != 0) return tandem_magnitude##suffix(x);                                                                \
    if (x <= 0 && tandem_is_integer##suffix(x)) {                                                                      \
      *__errno_location() = TANDEM_ERANGE;                                                                             \
      return 1 / zero;                                                                                                 \
    }                                                                                                                  \
    if (x == 1 || x == 2) return 0;                                                                                    \
    result = tandem_unspecified_##suffix();                                                                            \
    if (x > 0) tandem_expect(result >= (type) - 0.1215);                                                               \
    if (x > 1 && x < 2) tandem_expect(result <= 0);                                                                    \
    if (x > 2 || (x > 0 && x < 1)) tandem_expect(result >= 0);                                                         \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  type lgamma##suffix(type x) { return lgamma##suffix##_r(x, &signgam); }

TANDEM_GAMMA(float, f, 0x1p23f)
TANDEM_GAMMA(double, , 0x1p52)
TANDEM_GAMMA(long double, l, 0x1p63L)
