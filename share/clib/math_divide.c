// Remainders and fused multiply-add (C17 7.12.10, 7.12.13): special values exactly, otherwise what is known of the
// result without a long division.
#include "math_open.h"

#define TANDEM_HOST3(name)                                                                                             \
  float tandem_host_##name##f(float, float, float);                                                                    \
  double tandem_host_##name(double, double, double);                                                                   \
  long double tandem_host_##name##l(long double, long double, long double);
TANDEM_HOST2(fmod)
TANDEM_HOST2(remainder)
TANDEM_HOST3(fma)

// Remainders are exact in every rounding mode, and have the sign of x if they are zero.
#define TANDEM_DIVIDE(type, suffix)                                                                                    \
  static int tandem_is_undivided##suffix(type x, type y) { return x - x != 0 || y == 0; }                              \
  type fmod##suffix(type x, type y) {                                                                                  \
    type dividend = tandem_magnitude##suffix(x), divisor = tandem_magnitude##suffix(y), result, rest;                  \
    if (x != x || y != y) return x + y;                                                                                \
    if (tandem_is_undivided##suffix(x, y)) return tandem_invalid##suffix();                                            \
    if (x == 0 || dividend < divisor) return x;                                                                        \
    result = tandem_host_fmod##suffix(x, y);                                                                           \
    rest = tandem_magnitude##suffix(result);                                                                           \
    tandem_assume(rest < divisor && rest <= dividend - divisor && (x < 0 ? result <= 0 : result >= 0));                \
    return result == 0 ? x * 0 : result;                                                                               \
  }                                                                                                                    \
  /* The quotient is rounded to even; y may be infinite. */                                                            \
  static type tandem_remainder##suffix(type x, type y) {                                                               \
    type result;                                                                                                       \
    if (x == 0 || y - y != 0) return x;                                                                                \
    if (2 * tandem_magnitude##suffix(x) < tandem_magnitude##suffix(y)) return x;                                       \
    result = tandem_host_remainder##suffix(x, y);                                                                      \
    tandem_assume(2 * tandem_magnitude##suffix(result) <= tandem_magnitude##suffix(y));                                \
    return result == 0 ? x * 0 : result;                                                                               \
  }                                                                                                                    \
  type remainder##suffix(type x, type y) {                                                                             \
    if (x != x || y != y) return x + y;                                                                                \
    return tandem_is_undivided##suffix(x, y) ? tandem_invalid##suffix() : tandem_remainder##suffix(x, y);              \
  }                                                                                                                    \
  type drem##suffix(type x, type y) { return remainder##suffix(x, y); }                                                \
  /* Three bits of the quotient and its sign; glibc may give 8 for 0. Without a result, it is unspecified. */          \
  type remquo##suffix(type x, type y, int* quotient) {                                                                 \
    *quotient = tandem_unspecified_int();                                                                              \
    if (x != x || y != y) return x + y;                                                                                \
    if (tandem_is_undivided##suffix(x, y)) return (x - x) / (x - x);                                                   \
    tandem_assume((x < 0) != (y < 0) ? *quotient >= -8 && *quotient <= 0 : *quotient >= 0 && *quotient <= 8);          \
    if (2 * tandem_magnitude##suffix(x) < tandem_magnitude##suffix(y)) tandem_assume(*quotient == 0);                  \
    return tandem_remainder##suffix(x, y);                                                                             \
  }

TANDEM_DIVIDE(float, f)
TANDEM_DIVIDE(double, )
TANDEM_DIVIDE(long double, l)

// Products of integers below `small`, and their sums with integers below its square, are exact.
#define TANDEM_FUSED(type, suffix, small)                                                                              \
  static int tandem_is_small##suffix(type x, type limit) {                                                             \
    return x < limit && x > -limit && x == (type)(long long)x;                                                         \
  }                                                                                                                    \
  type fma##suffix(type x, type y, type z) {                                                                           \
    if (x - x != 0 || y - y != 0 || x == 0 || y == 0) return x * y + z;                                                \
    if (z - z != 0) return z;                                                                                          \
    type result = tandem_host_fma##suffix(x, y, z);                                                                    \
    if (tandem_is_small##suffix(x, small) && tandem_is_small##suffix(y, small) &&                                      \
        tandem_is_small##suffix(z, small * small))                                                                     \
      tandem_assume(result == x * y + z);                                                                              \
    return result;                                                                                                     \
  }

TANDEM_FUSED(float, f, 0x1p11f)
TANDEM_FUSED(double, , 0x1p25)
TANDEM_FUSED(long double, l, 0x1p30L)
