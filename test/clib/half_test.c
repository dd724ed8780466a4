#include "clib_test.h"

#include <fenv.h>
#include <string.h>

extern float model___tandem_half_to_float(unsigned short half);
extern unsigned short model___tandem_half_from_float(float value);
extern float model___tandem_bfloat_to_float(unsigned short bfloat);
extern unsigned short model___tandem_bfloat_from_float(float value);
extern float model___tandem_float_from_double(double value);
extern double model___tandem_double_from_long_double(long double value);

static float float_of(unsigned bits) {
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

static unsigned bits_of(float value) {
  unsigned result;
  memcpy(&result, &value, sizeof result);
  return result;
}

// The nearest float of which only the upper half is set; of two, the one with the even upper half.
static unsigned short nearest_bfloat(float value) {
  const unsigned bits = bits_of(value);
  if (value != value) return (unsigned short)(bits >> 16 | 0x40);
  return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#ifdef __FLT16_MAX__
static unsigned short half_bits(_Float16 value) {
  unsigned short result;
  memcpy(&result, &value, sizeof result);
  return result;
}

// As the compiler converts, in the current rounding mode.
static void compare_half(float value) {
  volatile float from = value;
  check(model___tandem_half_from_float(value) == half_bits((_Float16)from), "half of %a", value);
}

static void compare_wide(double value, long double wider) {
  volatile double from = value;
  volatile long double from_wider = wider;
  const float cut = model___tandem_float_from_double(value);
  const float cut_wider = model___tandem_float_from_double(model___tandem_double_from_long_double(wider));
  check(model___tandem_half_from_float(cut) == half_bits((_Float16)from), "half of %a", value);
  check(model___tandem_half_from_float(cut_wider) == half_bits((_Float16)from_wider), "half of %La", wider);
}

static void test_half(void) {
  const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (unsigned i = 0; i < 0x10000; i++) {
    const unsigned short bits = (unsigned short)i;
    _Float16 half;
    memcpy(&half, &bits, sizeof half);
    volatile _Float16 from = half;
    check(bits_of(model___tandem_half_to_float(bits)) == bits_of((float)from), "the half %#x", i);
  }
  for (int m = 0; m < 4; m++) {
    fesetround(modes[m]);
    for (int i = 0; i < 100000; i++) {
      const unsigned long long random = random_bits();
      const unsigned exponent = 90 + (unsigned)(random >> 40) % 60; // around those of a half
      const float value = float_of(((unsigned)random & 0x807fffffu) | exponent << 23);
      compare_half(float_of((unsigned)random));
      compare_half(value);
      compare_half(float_of(bits_of(value) & 0xfffff000u)); // ties
      compare_half(float_of((bits_of(value) & 0xfffff000u) + 1));
      const double tie = float_of(bits_of(value) & 0xfffff000u);
      compare_wide(value, value);
      compare_wide(tie * (1 + 0x1p-40), tie * (1 + 0x1p-60L));
      compare_wide(tie * (1 - 0x1p-40), tie * (1 - 0x1p-60L));
    }
    compare_wide(1e300, 1e3000L);
    compare_wide(-1e-300, -1e-3000L);
    compare_wide(__builtin_inf(), -__builtin_infl());
  }
  fesetround(FE_TONEAREST);
}
#else
static void test_half(void) {}
#endif

static void test_bfloat(void) {
  for (int i = 0; i < 200000; i++) {
    const unsigned random = (unsigned)random_bits();
    const unsigned samples[] = {random, random & 0xffff8000u, (random & 0xffff8000u) + 1, random & 0x807fffffu,
                                random | 0x7f000000u};
    for (int s = 0; s < 5; s++) {
      const float value = float_of(samples[s]);
      check(model___tandem_bfloat_from_float(value) == nearest_bfloat(value), "bfloat of %a", value);
    }
    const float exact = float_of(random & 0xffff0000u);
    const unsigned quiet = exact != exact ? 0x400000u : 0;
    check(bits_of(model___tandem_bfloat_to_float((unsigned short)(random >> 16))) == (bits_of(exact) | quiet),
          "the bfloat %#x", random >> 16);
  }
}

int main(void) {
  test_begin();
  test_half();
  test_bfloat();
  return test_end();
}
