// Conversions of _Float16 and __bf16, which the front end keeps as their bits: from a float in the current rounding
// mode, as the support library of gcc converts, and to one. A wider number is first cut to the next narrower format,
// with a last bit that is set if anything was lost: rounding that once more is rounding once.
#include "model.h"

union tandem_float {
  float value;
  unsigned bits;
};

union tandem_double {
  double value;
  unsigned long long bits;
};

enum { TANDEM_SIGN = 0x8000, TANDEM_HALF_INFINITY = 0x7c00, TANDEM_HALF_QUIET = 0x0200, TANDEM_BFLOAT_QUIET = 0x0040 };

float __tandem_half_to_float(unsigned short half) {
  const unsigned sign = (unsigned)(half & TANDEM_SIGN) << 16, magnitude = half & 0x7fffu;
  union tandem_float result;
  if (magnitude > TANDEM_HALF_INFINITY)
    result.bits = sign | 0x7fc00000u | magnitude << 13;
  else if (magnitude == TANDEM_HALF_INFINITY)
    result.bits = sign | 0x7f800000u;
  else if (magnitude >= 0x0400)
    result.bits = sign | ((magnitude << 13) + (112u << 23));
  else {
    result.value = (float)magnitude * 0x1p-24f;
    result.bits |= sign;
  }
  return result.value;
}

float __tandem_bfloat_to_float(unsigned short bfloat) {
  union tandem_float result;
  result.bits = (unsigned)bfloat << 16;
  if (result.value != result.value) result.bits |= (unsigned)TANDEM_BFLOAT_QUIET << 16;
  return result.value;
}

// The number with its `dropped` last bits rounded away, or more of them if its exponent is below the smallest one: by
// adding a power of two of the same sign whose last bit is the last one that is kept.
static float tandem_rounded(float value, unsigned dropped, unsigned smallest) {
  union tandem_float number = {value}, power;
  const unsigned exponent = number.bits >> 23 & 0xff;
  power.bits = (number.bits & 0x80000000u) | ((exponent < smallest ? smallest : exponent) + dropped) << 23;
  return (value + power.value) - power.value;
}

unsigned short __tandem_half_from_float(float value) {
  union tandem_float number = {value}, result;
  const unsigned sign = number.bits >> 16 & TANDEM_SIGN, magnitude = number.bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return (unsigned short)(sign | TANDEM_HALF_INFINITY | TANDEM_HALF_QUIET | (magnitude >> 13 & 0x3ff));
  if (magnitude == 0x7f800000u) return (unsigned short)(sign | TANDEM_HALF_INFINITY);
  if (magnitude == 0) return (unsigned short)sign;
  // What is too large is rounded like a number between the largest one and the next power of two.
  if (magnitude >= 0x47800000u) value = sign ? -65535.0f : 65535.0f;
  result.value = tandem_rounded(value, 13, 113);
  result.bits &= 0x7fffffffu;
  if (result.bits >= 113u << 23) return (unsigned short)(sign | ((result.bits - (112u << 23)) >> 13));
  return (unsigned short)(sign | (unsigned)(result.value * 0x1p24f));
}

unsigned short __tandem_bfloat_from_float(float value) {
  union tandem_float number = {value}, result;
  const unsigned sign = number.bits >> 16 & TANDEM_SIGN, magnitude = number.bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return (unsigned short)(number.bits >> 16 | TANDEM_BFLOAT_QUIET);
  if (magnitude == 0x7f800000u || magnitude == 0) return (unsigned short)(number.bits >> 16);
  if (magnitude >= 0x3f800000u)
    result.value = tandem_rounded(value * 0x1p-64f, 16, 1) * 0x1p64f; // the power of two must not overflow
  else
    result.value = tandem_rounded(value, 16, 1);
  return (unsigned short)(sign | (result.bits >> 16 & 0x7fff));
}

float __tandem_float_from_double(double value) {
  union tandem_float result = {(float)value};
  const double narrow = result.value;
  if (value != value || narrow == value) return result.value;
  if (value < 0 ? narrow < value : narrow > value) result.bits--;
  result.bits |= 1;
  return result.value;
}

double __tandem_double_from_long_double(long double value) {
  union tandem_double result = {(double)value};
  const long double narrow = result.value;
  if (value != value || narrow == value) return result.value;
  if (value < 0 ? narrow < value : narrow > value) result.bits--;
  result.bits |= 1;
  return result.value;
}
