// Sign, class, exponent and neighbours of floating-point numbers (C17 7.12.3, 7.12.6, 7.12.11, 7.12.12), exactly, by
// the bits of the IEEE formats and of the x87's long double. errno is set as glibc does.
#include "model.h"

enum { TANDEM_EDOM = 33, TANDEM_ERANGE = 34, TANDEM_INT_MAX = 2147483647, TANDEM_INT_MIN = -2147483647 - 1 };
enum { TANDEM_NAN, TANDEM_INFINITE, TANDEM_ZERO, TANDEM_SUBNORMAL, TANDEM_NORMAL }; // as FP_NAN ...

union tandem_float {
  float value;
  unsigned bits;
};

union tandem_double {
  double value;
  unsigned long long bits;
};

union tandem_ldouble {
  long double value;
  struct {
    unsigned long long mantissa; // with the leading 1
    unsigned short exponent;     // and sign
  } bits;
};

static int tandem_signf(float x) {
  union tandem_float number = {x};
  return number.bits >> 31 != 0;
}

static int tandem_sign(double x) {
  union tandem_double number = {x};
  return number.bits >> 63 != 0;
}

static int tandem_signl(long double x) {
  union tandem_ldouble number = {x};
  return number.bits.exponent >> 15 != 0;
}

float copysignf(float x, float y) {
  union tandem_float number = {x}, sign = {y};
  number.bits = (number.bits & 0x7fffffffu) | (sign.bits & 0x80000000u);
  return number.value;
}

double copysign(double x, double y) {
  union tandem_double number = {x}, sign = {y};
  number.bits = (number.bits & ~(1ull << 63)) | (sign.bits & 1ull << 63);
  return number.value;
}

long double copysignl(long double x, long double y) {
  union tandem_ldouble number = {x}, sign = {y};
  number.bits.exponent = (unsigned short)((number.bits.exponent & 0x7fff) | (sign.bits.exponent & 0x8000));
  return number.value;
}

// "Nonzero", where glibc or the compilers do not always give 1.
static int tandem_true(void) {
  int result = tandem_unspecified_int();
  tandem_assume(result != 0);
  return result;
}

// The functions behind the macros of math.h, in the names of glibc and of the compilers' builtins. __isinf gives the
// sign.
#define TANDEM_CLASSES(type, suffix, smallest, nan_result)                                                             \
  type fabs##suffix(type x) { return copysign##suffix(x, 1); }                                                         \
  static int tandem_class##suffix(type x) {                                                                            \
    if (x != x) return TANDEM_NAN;                                                                                     \
    if (x - x != 0) return TANDEM_INFINITE;                                                                            \
    if (x == 0) return TANDEM_ZERO;                                                                                    \
    return x < smallest && x > -smallest ? TANDEM_SUBNORMAL : TANDEM_NORMAL;                                           \
  }                                                                                                                    \
  int __fpclassify##suffix(type x) { return tandem_class##suffix(x); }                                                 \
  int __isnan##suffix(type x) { return x != x ? nan_result : 0; }                                                      \
  int isnan##suffix(type x) { return x != x ? nan_result : 0; }                                                        \
  int __isinf##suffix(type x) { return tandem_class##suffix(x) != TANDEM_INFINITE ? 0 : x > 0 ? 1 : -1; }              \
  int isinf##suffix(type x) { return __isinf##suffix(x); }                                                             \
  int __finite##suffix(type x) { return x - x == 0; }                                                                  \
  int finite##suffix(type x) { return x - x == 0; }                                                                    \
  int isfinite##suffix(type x) { return x - x == 0; }                                                                  \
  int isnormal##suffix(type x) { return tandem_class##suffix(x) == TANDEM_NORMAL; }                                    \
  int __signbit##suffix(type x) { return tandem_sign##suffix(x) ? tandem_true() : 0; }                                 \
  int signbit##suffix(type x) { return tandem_sign##suffix(x) ? tandem_true() : 0; }

TANDEM_CLASSES(float, f, 0x1p-126f, 1)
TANDEM_CLASSES(double, , 0x1p-1022, 1)
TANDEM_CLASSES(long double, l, 0x1p-16382L, tandem_true())

int fpclassify(double x) { return tandem_class(x); }

// Which of two zeros of different signs is the smaller one, the standard does not say.
#define TANDEM_EXTREMES(type, suffix)                                                                                  \
  type fmin##suffix(type x, type y) {                                                                                  \
    if (x == 0 && y == 0 && tandem_sign##suffix(x) != tandem_sign##suffix(y)) return tandem_unspecified_int() ? x : y; \
    return x < y || y != y ? x : y;                                                                                    \
  }                                                                                                                    \
  type fmax##suffix(type x, type y) {                                                                                  \
    if (x == 0 && y == 0 && tandem_sign##suffix(x) != tandem_sign##suffix(y)) return tandem_unspecified_int() ? x : y; \
    return x > y || y != y ? x : y;                                                                                    \
  }                                                                                                                    \
  type fdim##suffix(type x, type y) {                                                                                  \
    if (x <= y) return 0;                                                                                              \
    type difference = x - y;                                                                                           \
    if (x - x == 0 && y - y == 0 && difference - difference != 0) *__errno_location() = TANDEM_ERANGE;                 \
    return difference;                                                                                                 \
  }

TANDEM_EXTREMES(float, f)
TANDEM_EXTREMES(double, )
TANDEM_EXTREMES(long double, l)

double frexp(double x, int* exponent) {
  union tandem_double number = {x};
  *exponent = 0;
  if (x == 0 || x - x != 0) return x;
  if ((number.bits >> 52 & 0x7ff) == 0) {
    number.value = x * 0x1p54;
    *exponent = -54;
  }
  *exponent += (int)(number.bits >> 52 & 0x7ff) - 1022;
  number.bits = (number.bits & ~(0x7ffull << 52)) | 1022ull << 52;
  return number.value;
}

float frexpf(float x, int* exponent) { return (float)frexp(x, exponent); }

long double frexpl(long double x, int* exponent) {
  union tandem_ldouble number = {x};
  *exponent = 0;
  if (x == 0 || x - x != 0) return x;
  if ((number.bits.exponent & 0x7fff) == 0) {
    number.value = x * 0x1p64L;
    *exponent = -64;
  }
  *exponent += (number.bits.exponent & 0x7fff) - 16382;
  number.bits.exponent = (unsigned short)((number.bits.exponent & 0x8000) | 16382);
  return number.value;
}

// 2^exponent, for a normal number.
static double tandem_power(int exponent) {
  union tandem_double power;
  power.bits = (unsigned long long)(exponent + 1023) << 52;
  return power.value;
}

static long double tandem_powerl(int exponent) {
  union tandem_ldouble power = {0};
  power.bits.mantissa = 1ull << 63;
  power.bits.exponent = (unsigned short)(exponent + 16383);
  return power.value;
}

// x is brought to a fraction in [1/2, 1), so that only the last multiplication rounds or overflows.
#define TANDEM_SCALE(type, suffix, least, most)                                                                        \
  static type tandem_scale##suffix(type x, long by) {                                                                  \
    int exponent;                                                                                                      \
    type fraction = frexp##suffix(x, &exponent), result;                                                               \
    if (x == 0 || x - x != 0) return x;                                                                                \
    by = by > 50000 ? 50000 : by < -50000 ? -50000 : by;                                                               \
    exponent += (int)by;                                                                                               \
    if (exponent > most)                                                                                               \
      result = fraction * tandem_power##suffix(most - 1) * 4;                                                          \
    else if (exponent >= least)                                                                                        \
      result = fraction * 2 * tandem_power##suffix(exponent - 1);                                                      \
    else                                                                                                               \
      result = fraction * tandem_power##suffix(exponent < least - 100 ? least : exponent + 100) *                      \
               tandem_power##suffix(-100);                                                                             \
    if (result == 0 || result - result != 0) *__errno_location() = TANDEM_ERANGE;                                      \
    return result;                                                                                                     \
  }                                                                                                                    \
  type ldexp##suffix(type x, int by) { return tandem_scale##suffix(x, by); }                                           \
  type scalbn##suffix(type x, int by) { return tandem_scale##suffix(x, by); }                                          \
  type scalbln##suffix(type x, long by) { return tandem_scale##suffix(x, by); }

TANDEM_SCALE(double, , -1021, 1024)
TANDEM_SCALE(long double, l, -16381, 16384)

// A float is scaled exactly as a double, or beyond what a float holds.
static float tandem_scalef(float x, long by) {
  int error = *__errno_location();
  float result = (float)tandem_scale(x, by);
  *__errno_location() = x != 0 && x - x == 0 && (result == 0 || result - result != 0) ? TANDEM_ERANGE : error;
  return result;
}

float ldexpf(float x, int by) { return tandem_scalef(x, by); }
float scalbnf(float x, int by) { return tandem_scalef(x, by); }
float scalblnf(float x, long by) { return tandem_scalef(x, by); }

#define TANDEM_EXPONENT(type, suffix)                                                                                  \
  int ilogb##suffix(type x) {                                                                                          \
    int exponent;                                                                                                      \
    frexp##suffix(x, &exponent);                                                                                       \
    if (x != 0 && x - x == 0) return exponent - 1;                                                                     \
    *__errno_location() = TANDEM_EDOM;                                                                                 \
    return x == x && x != 0 ? TANDEM_INT_MAX : TANDEM_INT_MIN;                                                         \
  }                                                                                                                    \
  type logb##suffix(type x) {                                                                                          \
    int exponent;                                                                                                      \
    frexp##suffix(x, &exponent);                                                                                       \
    if (x == 0) return -1 / fabs##suffix(x);                                                                           \
    return x - x != 0 ? x * x : (type)(exponent - 1);                                                                  \
  }

TANDEM_EXPONENT(float, f)
TANDEM_EXPONENT(double, )
TANDEM_EXPONENT(long double, l)

// The neighbour of x above or below; x is neither 0 nor NaN.
static float tandem_neighbourf(float x, int above) {
  union tandem_float number = {x};
  number.bits += (x > 0) == above ? 1u : -1u;
  return number.value;
}

static double tandem_neighbour(double x, int above) {
  union tandem_double number = {x};
  number.bits += (x > 0) == above ? 1ull : -1ull;
  return number.value;
}

static long double tandem_neighbourl(long double x, int above) {
  union tandem_ldouble number = {x};
  if ((x > 0) == above) {
    if (++number.bits.mantissa == 0) number.bits.mantissa = 1ull << 63, number.bits.exponent++;
    if ((number.bits.exponent & 0x7fff) == 0 && number.bits.mantissa >> 63) number.bits.exponent++;
  } else {
    if (x - x != 0) number.bits.mantissa = 0; // the largest number is below infinity
    if (number.bits.mantissa << 1 == 0 && (number.bits.exponent & 0x7fff) > 1)
      number.bits.mantissa = ~0ull, number.bits.exponent--;
    else
      number.bits.mantissa--;
    if (number.bits.mantissa >> 63 == 0) number.bits.exponent &= 0x8000;
  }
  return number.value;
}

#define TANDEM_NEXT(type, suffix, name, towards, least, smallest)                                                      \
  type name##suffix(type x, towards y) {                                                                               \
    type result;                                                                                                       \
    if (x != x || y != y) return (type)(x + y);                                                                        \
    if (x == y) return (type)y;                                                                                        \
    if (x == 0) return y > 0 ? least : -least;                                                                         \
    result = tandem_neighbour##suffix(x, x < y);                                                                       \
    if (result - result != 0 || (result < smallest && result > -smallest)) *__errno_location() = TANDEM_ERANGE;        \
    return result;                                                                                                     \
  }

TANDEM_NEXT(float, f, nextafter, float, 0x1p-149f, 0x1p-126f)
TANDEM_NEXT(double, , nextafter, double, 0x1p-1074, 0x1p-1022)
TANDEM_NEXT(long double, l, nextafter, long double, 0x1p-16445L, 0x1p-16382L)
TANDEM_NEXT(float, f, nexttoward, long double, 0x1p-149f, 0x1p-126f)
TANDEM_NEXT(double, , nexttoward, long double, 0x1p-1074, 0x1p-1022)
TANDEM_NEXT(long double, l, nexttoward, long double, 0x1p-16445L, 0x1p-16382L)

// What a tag means for the bits is up to the library.
double nan(const char* tag) {
  union tandem_double number = {.bits = 0x7ff8ull << 48};
  if (*tag) number.bits |= (unsigned long long)tandem_unspecified_llong() & ~(0xfff8ull << 48);
  return number.value;
}

float nanf(const char* tag) {
  union tandem_float number = {.bits = 0x7fc00000u};
  if (*tag) number.bits |= (unsigned)tandem_unspecified_int() & 0x3fffffu;
  return number.value;
}

long double nanl(const char* tag) {
  union tandem_ldouble number = {.bits = {3ull << 62, 0x7fff}};
  if (*tag) number.bits.mantissa |= (unsigned long long)tandem_unspecified_llong() >> 2;
  return number.value;
}
