// Rounding to integers (C17 7.12.9, modf of 7.12.6; C23 roundeven), exactly, in the rounding mode where it matters. A
// result that does not fit into long or long long is unspecified.
#include "model.h"

enum tandem_rounding { TANDEM_TO_EVEN, TANDEM_DOWN, TANDEM_UP, TANDEM_TO_ZERO, TANDEM_HALF_AWAY };

int fegetround(void);

static enum tandem_rounding tandem_mode(void) {
  switch (fegetround()) {
  case 0x400: return TANDEM_DOWN;
  case 0x800: return TANDEM_UP;
  case 0xc00: return TANDEM_TO_ZERO;
  default: return TANDEM_TO_EVEN;
  }
}

// From `limit` on, every number is an integer; below, `integer` holds the part before the point. A zero keeps the sign.
#define TANDEM_INTEGER_OF(type, suffix, integer, limit)                                                                \
  static type tandem_integer##suffix(type x, enum tandem_rounding how) {                                               \
    if (!(x > -limit && x < limit)) return x;                                                                          \
    integer cut = (integer)x;                                                                                          \
    type whole = (type)cut, rest = x - whole;                                                                          \
    switch (how) {                                                                                                     \
    case TANDEM_TO_EVEN:                                                                                               \
      if (rest > (type)0.5 || (rest == (type)0.5 && cut % 2 != 0)) whole += 1;                                         \
      if (rest < (type) - 0.5 || (rest == (type) - 0.5 && cut % 2 != 0)) whole -= 1;                                   \
      break;                                                                                                           \
    case TANDEM_DOWN:                                                                                                  \
      if (rest < 0) whole -= 1;                                                                                        \
      break;                                                                                                           \
    case TANDEM_UP:                                                                                                    \
      if (rest > 0) whole += 1;                                                                                        \
      break;                                                                                                           \
    case TANDEM_TO_ZERO: break;                                                                                        \
    case TANDEM_HALF_AWAY:                                                                                             \
      if (rest >= (type)0.5) whole += 1;                                                                               \
      if (rest <= (type) - 0.5) whole -= 1;                                                                            \
    }                                                                                                                  \
    return whole == 0 ? x * 0 : whole;                                                                                 \
  }

TANDEM_INTEGER_OF(float, f, int, 0x1p23f)
TANDEM_INTEGER_OF(double, , long long, 0x1p52)
TANDEM_INTEGER_OF(long double, l, long long, 0x1p63L)

#define TANDEM_ROUNDING_FUNCTIONS(type, suffix)                                                                        \
  type floor##suffix(type x) { return tandem_integer##suffix(x, TANDEM_DOWN); }                                        \
  type ceil##suffix(type x) { return tandem_integer##suffix(x, TANDEM_UP); }                                           \
  type trunc##suffix(type x) { return tandem_integer##suffix(x, TANDEM_TO_ZERO); }                                     \
  type round##suffix(type x) { return tandem_integer##suffix(x, TANDEM_HALF_AWAY); }                                   \
  type roundeven##suffix(type x) { return tandem_integer##suffix(x, TANDEM_TO_EVEN); }                                 \
  type rint##suffix(type x) { return tandem_integer##suffix(x, tandem_mode()); }                                       \
  type nearbyint##suffix(type x) { return tandem_integer##suffix(x, tandem_mode()); }

TANDEM_ROUNDING_FUNCTIONS(float, f)
TANDEM_ROUNDING_FUNCTIONS(double, )
TANDEM_ROUNDING_FUNCTIONS(long double, l)

#define TANDEM_CONVERSIONS(type, suffix)                                                                               \
  static long tandem_to_long##suffix(type x) {                                                                         \
    type least = (type)(-__LONG_MAX__ - 1);                                                                            \
    return x >= least && x < -least ? (long)x : tandem_unspecified_long();                                             \
  }                                                                                                                    \
  static long long tandem_to_llong##suffix(type x) {                                                                   \
    type least = (type)(-__LONG_LONG_MAX__ - 1);                                                                       \
    return x >= least && x < -least ? (long long)x : tandem_unspecified_llong();                                       \
  }                                                                                                                    \
  long lrint##suffix(type x) { return tandem_to_long##suffix(rint##suffix(x)); }                                       \
  long long llrint##suffix(type x) { return tandem_to_llong##suffix(rint##suffix(x)); }                                \
  long lround##suffix(type x) { return tandem_to_long##suffix(round##suffix(x)); }                                     \
  long long llround##suffix(type x) { return tandem_to_llong##suffix(round##suffix(x)); }

TANDEM_CONVERSIONS(float, f)
TANDEM_CONVERSIONS(double, )
TANDEM_CONVERSIONS(long double, l)

// Both parts have the sign of x; of infinity, the part behind the point is 0.
#define TANDEM_MODF(type, suffix)                                                                                      \
  type modf##suffix(type x, type* whole) {                                                                             \
    *whole = trunc##suffix(x);                                                                                         \
    if (x != x) return x;                                                                                              \
    if (x == *whole) return __builtin_signbit(x) ? (type) - 0.0 : (type)0.0;                                           \
    return x - *whole;                                                                                                 \
  }

TANDEM_MODF(float, f)
TANDEM_MODF(double, )
TANDEM_MODF(long double, l)
