// what: functions of math.h that are exact or rounded once, in all three precisions
// run:
// expect: output "1.5 2.5 -3 -2 -3 -2 -2 4 -3 2 1.5 -0.5 1 2 -3 10 0.625 4 -3 -0.75 12 0x1p-2 0xa.1e89b12424876dap-5 0x1p-4 11110 111\n"
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double x = 2.25, minus = -2.5;
  volatile float f = 0.0625f; // its root is exact: i386 returns floats unrounded
  volatile long double l = 0.1L;
  printf("%g %g %g %g ", sqrt(x), fabs(minus), floor(minus), ceil(minus));
  printf("%g %g %g %g ", round(minus), trunc(minus), rint(minus), nearbyint(3.5));
  printf("%ld %lld %g %g ", lround(minus), llrint(2.5), fmod(7.5, 2.0), remainder(7.5, 2.0));
  printf("%g %g %g %g ", fmin(1, 2), fmax(1, 2), copysign(3, -0.0), fma(2, 3, 4));
  int exponent;
  double fraction = frexp(10.0, &exponent), whole, rest = modf(-3.75, &whole);
  printf("%g %d %g %g %g ", fraction, exponent, whole, rest, ldexp(0.75, 4));
  volatile float root = sqrtf(f);
  printf("%a %La %a ", (double)root, sqrtl(l), (double)fabsf(-f));
  printf("%d%d%d%d%d ", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(x) != 0, signbit(-0.0) != 0, isnormal(1e-310) != 0);
  printf("%d%d%d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL, fpclassify((float)x) == FP_NORMAL);
  return 0;
}
