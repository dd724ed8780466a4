// what: builtin functions of _Float16 see the rounded value and its own subnormal numbers
// models: LP64
// run:
// expect: output "1 1 1 0 1 0\n0 1 1\n1 0 1 1\n2 -65504 1\n"
#include <stdio.h>

static _Float16 large = 65504, tiny = 0x1p-20f16, two = -2;

int main(void) {
  volatile _Float16 sum = large + large;
  _Float16 infinity = sum;
  printf("%d %d %d ", __builtin_isinf(large + large) != 0, __builtin_isinf(-infinity) != 0,
         __builtin_isnan(infinity - infinity) != 0);
  printf("%d %d %d\n", __builtin_isfinite(infinity) != 0, __builtin_isfinite(large) != 0, __builtin_isnan(large) != 0);
  printf("%d %d %d\n", __builtin_isnormal(tiny), __builtin_isnormal(large), __builtin_signbit(two) != 0);
  printf("%d %d ", __builtin_isless(large, infinity), __builtin_isgreater(large, infinity));
  printf("%d %d\n", __builtin_isunordered(large, infinity - infinity), __builtin_isless(two, 1.5f));
  printf("%d %d ", (int)__builtin_fabsf16(two), (int)__builtin_copysignf16(large, two));
  printf("%d\n", __builtin_isinf(__builtin_fabsf16(-infinity)) != 0);
  return 0;
}
