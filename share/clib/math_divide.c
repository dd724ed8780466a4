// Remainders and fused multiply-add (C17 7.12.10, 7.12.13), exactly. fmal is left to the engine.
#include "model.h"

enum { TANDEM_EDOM = 33, TANDEM_DOWNWARD = 0x400, TANDEM_UPWARD = 0x800, TANDEM_TOWARDZERO = 0xc00 };

int fegetround(void);
double frexp(double x, int* exponent);
double scalbn(double x, int by);

// The last three bits of a quotient, to which the standard lets a library add more; glibc may give 8 for 0.
static int tandem_low_bits(unsigned quotient, int may_be_more, int negative) {
  int bits = (int)(quotient % 8);
  if (bits == 0 && may_be_more && tandem_unspecified_int() != 0) bits = 8;
  return negative ? -bits : bits;
}

// Long division of magnitudes, x >= 0, y > 0: each difference is exact. Gives the remainder; *quotient has the low
// bits.
#define TANDEM_DIVIDE(type, suffix)                                                                                    \
  static type tandem_divide##suffix(type x, type y, unsigned* quotient) {                                              \
    type part = y;                                                                                                     \
    *quotient = 0;                                                                                                     \
    if (x < y) return x;                                                                                               \
    while (part <= x - part) part *= 2;                                                                                \
    for (;; part /= 2) {                                                                                               \
      *quotient *= 2;                                                                                                  \
      if (x >= part) {                                                                                                 \
        x -= part;                                                                                                     \
        ++*quotient;                                                                                                   \
      }                                                                                                                \
      if (part == y) return x;                                                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  static type tandem_magnitude##suffix(type x) { return x < 0 ? -x : x; }                                              \
  type fmod##suffix(type x, type y) {                                                                                  \
    unsigned quotient;                                                                                                 \
    if (x != x || y != y) return x + y;                                                                                \
    if (x - x != 0 || y == 0) {                                                                                        \
      *__errno_location() = TANDEM_EDOM;                                                                               \
      return (x - x) / (x - x);                                                                                        \
    }                                                                                                                  \
    if (x == 0 || y - y != 0) return x;                                                                                \
    type rest = tandem_divide##suffix(tandem_magnitude##suffix(x), tandem_magnitude##suffix(y), &quotient);            \
    return x < 0 ? -rest : rest;                                                                                       \
  }                                                                                                                    \
  /* The quotient is rounded to even; y may be infinite. */                                                            \
  static type tandem_remainder##suffix(type x, type y, int* quotient) {                                                \
    type divisor = tandem_magnitude##suffix(y), rest = tandem_magnitude##suffix(x);                                    \
    unsigned times = 0;                                                                                                \
    *quotient = 0;                                                                                                     \
    if (x == 0 || y - y != 0) return x;                                                                                \
    rest = tandem_divide##suffix(rest, divisor, &times);                                                               \
    if (rest > divisor - rest || (rest == divisor - rest && times % 2 == 1)) {                                         \
      rest -= divisor;                                                                                                 \
      times++;                                                                                                         \
    }                                                                                                                  \
    *quotient = tandem_low_bits(times, tandem_magnitude##suffix(x) >= divisor, (x < 0) != (y < 0));                    \
    if (rest == 0) return x * 0;                                                                                       \
    return x < 0 ? -rest : rest;                                                                                       \
  }                                                                                                                    \
  type remainder##suffix(type x, type y) {                                                                             \
    int quotient;                                                                                                      \
    if (x != x || y != y) return x + y;                                                                                \
    if (x - x != 0 || y == 0) {                                                                                        \
      *__errno_location() = TANDEM_EDOM;                                                                               \
      return (x - x) / (x - x);                                                                                        \
    }                                                                                                                  \
    return tandem_remainder##suffix(x, y, &quotient);                                                                  \
  }                                                                                                                    \
  type drem##suffix(type x, type y) { return remainder##suffix(x, y); }                                                \
  /* Without a result, the quotient is unspecified. */                                                                 \
  type remquo##suffix(type x, type y, int* quotient) {                                                                 \
    if (x == x && y == y && x - x == 0 && y != 0) return tandem_remainder##suffix(x, y, quotient);                     \
    *quotient = tandem_unspecified_int();                                                                              \
    return x != x || y != y ? x + y : (x - x) / (x - x);                                                               \
  }

TANDEM_DIVIDE(float, f)
TANDEM_DIVIDE(double, )
TANDEM_DIVIDE(long double, l)

// 128 bits, for the product of two mantissas.
struct tandem_wide {
  unsigned long long high, low;
};

static struct tandem_wide tandem_product(unsigned long long x, unsigned long long y) {
  unsigned long long low = (x & 0xffffffffu) * (y & 0xffffffffu);
  unsigned long long middle = (x >> 32) * (y & 0xffffffffu) + (low >> 32);
  unsigned long long other = (x & 0xffffffffu) * (y >> 32) + (middle & 0xffffffffu);
  struct tandem_wide result = {(x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32),
                               (other << 32) | (low & 0xffffffffu)};
  return result;
}

static struct tandem_wide tandem_shift_left(struct tandem_wide x, int by) {
  for (; by > 0; by--) {
    x.high = x.high << 1 | x.low >> 63;
    x.low <<= 1;
  }
  return x;
}

// The lowest bit of the result also stands for all that are shifted out.
static struct tandem_wide tandem_shift_right(struct tandem_wide x, int by) {
  unsigned long long lost = 0;
  for (; by > 0 && (x.high | x.low) != 0; by--) {
    lost |= x.low & 1;
    x.low = x.low >> 1 | x.high << 63;
    x.high >>= 1;
  }
  x.low |= lost;
  return x;
}

static int tandem_less(struct tandem_wide x, struct tandem_wide y) {
  return x.high < y.high || (x.high == y.high && x.low < y.low);
}

static struct tandem_wide tandem_sum(struct tandem_wide x, struct tandem_wide y) {
  struct tandem_wide result = {x.high + y.high, x.low + y.low};
  if (result.low < x.low) result.high++;
  return result;
}

static struct tandem_wide tandem_difference(struct tandem_wide x, struct tandem_wide y) {
  struct tandem_wide result = {x.high - y.high, x.low - y.low};
  if (x.low < y.low) result.high--;
  return result;
}

// sum * 2^exponent with `precision` bits, none of which is below 2^least.
static double tandem_rounded(struct tandem_wide sum, int exponent, int negative, int precision, int least) {
  int length = 0, last, mode = fegetround();
  unsigned rest;
  for (struct tandem_wide left = sum; (left.high | left.low) != 0; length++) {
    left.low = left.low >> 1 | left.high << 63;
    left.high >>= 1;
  }
  last = exponent + length - precision;
  if (last < least) last = least;
  if (last <= exponent) {
    return scalbn(negative ? -(double)sum.low : (double)sum.low, exponent);
  }
  // Two bits more than are kept: the half, and whether there is anything below it.
  sum = tandem_shift_right(tandem_shift_left(sum, 1), last - exponent - 1);
  rest = (unsigned)sum.low & 3;
  sum.low >>= 2;
  if (mode == TANDEM_UPWARD || mode == TANDEM_DOWNWARD)
    sum.low += rest != 0 && negative == (mode == TANDEM_DOWNWARD);
  else if (mode != TANDEM_TOWARDZERO)
    sum.low += rest == 3 || (rest == 2 && sum.low % 2 == 1);
  return scalbn(negative ? -(double)sum.low : (double)sum.low, last);
}

// x * y + z, rounded once.
static double tandem_fma(double x, double y, double z, int precision, int least) {
  int x_exponent, y_exponent, z_exponent, exponent, error = *__errno_location(), negative, z_negative;
  struct tandem_wide product, summand = {0, 0}, sum;
  double result;
  if (x - x != 0 || y - y != 0 || x == 0 || y == 0) return x * y + z;
  if (z - z != 0) return z;
  x = frexp(x, &x_exponent);
  y = frexp(y, &y_exponent);
  z = frexp(z, &z_exponent);
  negative = (x < 0) != (y < 0);
  z_negative = z < 0;
  // Both with the highest bit at 124 or 125, so that a sum fits and what alignment shifts out is only a sticky bit.
  product =
      tandem_product((unsigned long long)((x < 0 ? -x : x) * 0x1p53), (unsigned long long)((y < 0 ? -y : y) * 0x1p53));
  product = tandem_shift_left(product, 20);
  exponent = x_exponent + y_exponent - 126;
  if (z != 0) {
    summand.high = (unsigned long long)((z < 0 ? -z : z) * 0x1p53) << 8;
    z_exponent -= 125;
    if (z_exponent < exponent) {
      summand = tandem_shift_right(summand, exponent - z_exponent);
    } else {
      product = tandem_shift_right(product, z_exponent - exponent);
      exponent = z_exponent;
    }
  }
  if (z == 0 || negative == z_negative) {
    sum = tandem_sum(product, summand);
  } else if (tandem_less(product, summand)) {
    sum = tandem_difference(summand, product);
    negative = z_negative;
  } else {
    sum = tandem_difference(product, summand);
  }
  if ((sum.high | sum.low) == 0) return fegetround() == TANDEM_DOWNWARD ? -0.0 : 0.0;
  result = tandem_rounded(sum, exponent, negative, precision, least);
  *__errno_location() = error; // of scalbn
  return result;
}

double fma(double x, double y, double z) { return tandem_fma(x, y, z, 53, -1074); }
float fmaf(float x, float y, float z) { return (float)tandem_fma(x, y, z, 24, -149); }
