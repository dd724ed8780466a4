// Exponential and logarithmic functions (C17 7.12.6): special values exactly, otherwise open within the function's
// range.
#include "math_open.h"

float frexpf(float x, int* exponent);
double frexp(double x, int* exponent);
long double frexpl(long double x, int* exponent);
float scalbnf(float x, int by);
double scalbn(double x, int by);
long double scalbnl(long double x, int by);

// Beyond `over` the result overflows, below `under` it is 0; both are a little farther out than need be.
#define TANDEM_EXP(type, suffix, over, under)                                                                          \
  static type tandem_exp##suffix(type x) {                                                                             \
    type result = tandem_host_exp##suffix(x);                                                                          \
    tandem_expect(result >= 0);                                                                                        \
    if (x > 0) tandem_expect(result >= 1 && result >= x);                                                              \
    if (x < 0) tandem_expect(result <= 1);                                                                             \
    if (x <= 1) tandem_expect(result <= (type)2.7182819);                                                              \
    if (x >= -1) tandem_expect(result >= (type)0.3678794);                                                             \
    if (x > over) tandem_expect(result > (type)1e38);                                                                  \
    if (x < under) tandem_expect(result < (type)1e-37);                                                                \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  type exp##suffix(type x) {                                                                                           \
    if (x != x) return x + x;                                                                                          \
    if (x == 0) return 1;                                                                                              \
    if (x - x != 0) return x > 0 ? x : 0;                                                                              \
    return tandem_exp##suffix(x);                                                                                      \
  }                                                                                                                    \
  type expm1##suffix(type x) {                                                                                         \
    type result;                                                                                                       \
    if (x != x) return x + x;                                                                                          \
    if (x == 0) return x;                                                                                              \
    if (x - x != 0) return x > 0 ? x : -1;                                                                             \
    result = tandem_host_expm1##suffix(x);                                                                             \
    tandem_expect(result >= -1);                                                                                       \
    if (x > 0) tandem_expect(result >= x * (type)0.999999);                                                            \
    if (x < 0) tandem_expect(result <= 0 && result >= x * (type)1.000001);                                             \
    if (x > over) tandem_expect(result > (type)1e38);                                                                  \
    return tandem_in_range##suffix(result);                                                                            \
  }                                                                                                                    \
  type exp10##suffix(type x) {                                                                                         \
    if (x != x) return x + x;                                                                                          \
    if (x == 0) return 1;                                                                                              \
    if (x - x != 0) return x > 0 ? x : 0;                                                                              \
    type result = tandem_host_exp10##suffix(x);                                                                        \
    tandem_expect(result >= 0 && (x < 0 ? result <= 1 : result >= 1 && result >= x));                                  \
    return tandem_in_range##suffix(result);                                                                            \
  }

TANDEM_EXP(float, f, 89, -104)
TANDEM_EXP(double, , 710, -746)
TANDEM_EXP(long double, l, 11357, -11400)

// Exact for integers, as glibc is; otherwise between two powers of two.
#define TANDEM_EXP2(type, suffix, over, under)                                                                         \
  type exp2##suffix(type x) {                                                                                          \
    type result, low;                                                                                                  \
    int whole;                                                                                                         \
    if (x != x) return x + x;                                                                                          \
    if (x - x != 0) return x > 0 ? x : 0;                                                                              \
    if (x >= over || x < under) {                                                                                      \
      result = tandem_host_exp2##suffix(x);                                                                            \
      tandem_expect(x > 0 ? result > (type)1e38 : result >= 0 && result < (type)1e-37);                                \
      return tandem_in_range##suffix(result);                                                                          \
    }                                                                                                                  \
    whole = (int)x;                                                                                                    \
    if ((type)whole > x) whole--;                                                                                      \
    low = scalbn##suffix(1, whole);                                                                                    \
    if ((type)whole == x && tandem_rounds_to_nearest()) return tandem_in_range##suffix(low);                           \
    result = tandem_host_exp2##suffix(x);                                                                              \
    tandem_expect(result >= low && result <= 2 * low);                                                                 \
    return tandem_in_range##suffix(result);                                                                            \
  }

TANDEM_EXP2(float, f, 128, -149)
TANDEM_EXP2(double, , 1024, -1074)
TANDEM_EXP2(long double, l, 16384, -16445)

// Where a logarithm of base b is special, or open between its values at the next powers of two.
#define TANDEM_LOG(type, suffix)                                                                                       \
  static int tandem_log_is_special##suffix(type x) { return !(x > 0) || x == 1 || x - x != 0; }                        \
  static type tandem_special_log##suffix(type x) {                                                                     \
    if (x == 0) return tandem_pole##suffix(-1);                                                                        \
    if (x < 0) return tandem_invalid##suffix();                                                                        \
    return x == 1 ? 0 : x + x;                                                                                         \
  }                                                                                                                    \
  static type tandem_log_between##suffix(type result, type x, type per_octave) {                                       \
    int exponent;                                                                                                      \
    frexp##suffix(x, &exponent);                                                                                       \
    tandem_expect(x > 1 ? result >= 0 && result < x : result <= 0);                                                    \
    if (exponent > 1) tandem_expect(result >= (type)(exponent - 1) * per_octave * (type)0.999999);                     \
    if (exponent > 0) tandem_expect(result <= (type)exponent * per_octave * (type)1.000001);                           \
    if (exponent <= 0) tandem_expect(result >= (type)(exponent - 1) * per_octave * (type)1.000001);                    \
    if (exponent < 0) tandem_expect(result <= (type)exponent * per_octave * (type)0.999999);                           \
    return result;                                                                                                     \
  }                                                                                                                    \
  type log##suffix(type x) {                                                                                           \
    if (tandem_log_is_special##suffix(x)) return tandem_special_log##suffix(x);                                        \
    return tandem_log_between##suffix(tandem_host_log##suffix(x), x, (type)0.693147180559945309L);                     \
  }                                                                                                                    \
  type log10##suffix(type x) {                                                                                         \
    if (tandem_log_is_special##suffix(x)) return tandem_special_log##suffix(x);                                        \
    return tandem_log_between##suffix(tandem_host_log10##suffix(x), x, (type)0.301029995663981195L);                   \
  }                                                                                                                    \
  type log2##suffix(type x) {                                                                                          \
    int exponent;                                                                                                      \
    type fraction = frexp##suffix(x, &exponent), result;                                                               \
    if (tandem_log_is_special##suffix(x)) return tandem_special_log##suffix(x);                                        \
    if (fraction == (type)0.5 && tandem_rounds_to_nearest()) return (type)(exponent - 1);                              \
    result = tandem_host_log2##suffix(x);                                                                              \
    tandem_expect(result >= (type)(exponent - 1) && result <= (type)exponent);                                         \
    return result;                                                                                                     \
  }                                                                                                                    \
  type log1p##suffix(type x) {                                                                                         \
    type result;                                                                                                       \
    if (x == 0) return x;                                                                                              \
    if (x == -1) return tandem_pole##suffix(-1);                                                                       \
    if (x < -1) return tandem_invalid##suffix();                                                                       \
    if (x - x != 0) return x + x;                                                                                      \
    result = tandem_host_log1p##suffix(x);                                                                             \
    tandem_expect(x > 0 ? result >= 0 && result <= x * (type)1.000001 : result <= x * (type)0.999999);                 \
    tandem_expect(result > -12000 && result < 12000);                                                                  \
    return tandem_in_range##suffix(result);                                                                            \
  }

TANDEM_LOG(float, f)
TANDEM_LOG(double, )
TANDEM_LOG(long double, l)
