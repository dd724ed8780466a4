// Powers and roots (C17 7.12.7): exact for special values and squares of small integers, otherwise open within their
// range. sqrt is left to the engine.
#include "math_open.h"

// `limit` is the first number up to which all integers are exact; epsilon is twice the precision; integers below
// `small` have exact squares.
#define TANDEM_POW(type, suffix, limit, epsilon, small)                                                                \
  static int tandem_is_integer##suffix(type y) {                                                                       \
    return tandem_magnitude##suffix(y) >= limit || (type)(long long)y == y;                                            \
  }                                                                                                                    \
  static int tandem_is_odd##suffix(type y) {                                                                           \
    return tandem_magnitude##suffix(y) < 2 * limit && tandem_magnitude##suffix(y) < (type)0x1p63 &&                    \
           (type)(long long)y == y && (long long)y % 2 != 0;                                                           \
  }                                                                                                                    \
  /* 0 < x < infinity, y finite and not 0. */                                                                          \
  static type tandem_positive_power##suffix(type x, type y) {                                                          \
    type result = tandem_host_pow##suffix(x, y);                                                                       \
    tandem_expect(result >= 0);                                                                                        \
    tandem_expect((x >= 1) == (y > 0) ? result >= 1 : result <= 1);                                                    \
    if (x < (type)1e-15 || x > (type)1e15) return result;                                                              \
    if (y >= 1) tandem_expect(x >= 1 ? result >= x * (1 - epsilon) : result <= x * (1 + epsilon));                     \
    if (y > 0 && y <= 1) tandem_expect(x >= 1 ? result <= x * (1 + epsilon) : result >= x * (1 - epsilon));            \
    if (y == 1) tandem_expect(result == x);                                                                            \
    if (y == 2 && x < small && x == (type)(int)x) tandem_expect(result == x * x);                                      \
    if (y == 2) tandem_expect(result >= x * x * (1 - epsilon) && result * (1 - epsilon) <= x * x);                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  type pow##suffix(type x, type y) {                                                                                   \
    int negative = 0;                                                                                                  \
    type result;                                                                                                       \
    if (y == 0 || x == 1) return 1;                                                                                    \
    if (x != x || y != y) return x + y;                                                                                \
    if (y - y != 0) {                                                                                                  \
      if (x == -1) return 1;                                                                                           \
      return (tandem_magnitude##suffix(x) > 1) == (y > 0) ? y * y : 0;                                                 \
    }                                                                                                                  \
    if (x == 0) {                                                                                                      \
      type zero = tandem_is_odd##suffix(y) ? x : 0;                                                                    \
      return y > 0 ? zero : tandem_pole##suffix(1 / zero);                                                             \
    }                                                                                                                  \
    if (x < 0) {                                                                                                       \
      negative = tandem_is_odd##suffix(y);                                                                             \
      if (x - x == 0 && !tandem_is_integer##suffix(y)) return tandem_invalid##suffix();                                \
      x = -x;                                                                                                          \
    }                                                                                                                  \
    if (x - x != 0) {                                                                                                  \
      result = y > 0 ? x : 0;                                                                                          \
      return negative ? -result : result;                                                                              \
    }                                                                                                                  \
    if (x == 1) return negative ? -1 : 1;                                                                              \
    result = tandem_positive_power##suffix(x, y);                                                                      \
    return tandem_in_range##suffix(negative ? -result : result);                                                       \
  }

TANDEM_POW(float, f, 0x1p24f, 0x1p-22f, 0x1p12f)
TANDEM_POW(double, , 0x1p53, 0x1p-51, 0x1p26)
TANDEM_POW(long double, l, 0x1p63L, 0x1p-62L, 0x1p30L)

// The nearest integer, if x is not too large for it.
static long long tandem_near(long double x) { return x < 0 ? (long long)(x - 0.5L) : (long long)(x + 0.5L); }

// The result is near to the solution of the equation. That hypot is exact where an integer solves it, glibc keeps; its
// cbrt is not exact even for cubes.
#define TANDEM_ROOTS(type, suffix, largest, epsilon)                                                                   \
  type cbrt##suffix(type x) {                                                                                          \
    type result, cube, magnitude = tandem_magnitude##suffix(x);                                                        \
    if (x == 0 || x - x != 0) return x + x;                                                                            \
    result = tandem_host_cbrt##suffix(x);                                                                              \
    tandem_expect(x > 0 ? result > 0 : result < 0);                                                                    \
    if (magnitude >= 1)                                                                                                \
      tandem_expect(tandem_magnitude##suffix(result) >= 1 && tandem_magnitude##suffix(result) <= magnitude);           \
    if (magnitude < 1)                                                                                                 \
      tandem_expect(tandem_magnitude##suffix(result) <= 1 && tandem_magnitude##suffix(result) >= magnitude);           \
    cube = result * result * result;                                                                                   \
    if (magnitude > (type)1e-20 && magnitude < (type)1e20)                                                             \
      tandem_expect(tandem_magnitude##suffix(cube - x) <= 8 * epsilon * magnitude);                                    \
    return result;                                                                                                     \
  }                                                                                                                    \
  type hypot##suffix(type x, type y) {                                                                                 \
    type result, sum;                                                                                                  \
    x = tandem_magnitude##suffix(x);                                                                                   \
    y = tandem_magnitude##suffix(y);                                                                                   \
    /* An infinite side makes the result infinite, even beside NaN. */                                                 \
    if (x == x && x - x != 0) return x;                                                                                \
    if (y == y && y - y != 0) return y;                                                                                \
    if (x != x || y != y) return x + y;                                                                                \
    if (x == 0 && y == 0) return 0;                                                                                    \
    if ((x == 0 || y == 0) && tandem_rounds_to_nearest()) return x + y;                                                \
    result = tandem_host_hypot##suffix(x, y);                                                                          \
    tandem_expect(result >= (x > y ? x : y) && result <= 2 * (x > y ? x : y));                                         \
    sum = x * x + y * y;                                                                                               \
    if (sum > (type)1e-20 && sum < (type)1e20) {                                                                       \
      tandem_expect(tandem_magnitude##suffix(result* result - sum) <= 8 * epsilon * sum);                              \
      if (tandem_rounds_to_nearest() && sum < largest && x == (type)tandem_near(x) && y == (type)tandem_near(y) &&     \
          (type)tandem_near(result) * (type)tandem_near(result) == sum)                                                \
        return (type)tandem_near(result);                                                                              \
    }                                                                                                                  \
    return tandem_in_range##suffix(result);                                                                            \
  }

TANDEM_ROOTS(float, f, 0x1p24f, 0x1p-23f)
TANDEM_ROOTS(double, , 0x1p53, 0x1p-52)
TANDEM_ROOTS(long double, l, 0x1p63L, 0x1p-63L)
