// what: mathematical functions of any argument stay within their ranges, of constants they are exact
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isfinite(x)) {
    double s = sin(x), e = exp(x);
    assert(s >= -1 && s <= 1);
    assert(e >= 0);
    assert(fabs(fmod(x, 3.0)) < 3.0);
  }
  int exponent;
  assert(pow(2, 10) == 1024 && exp(0) == 1 && cos(0) == 1);
  assert(frexp(8.0, &exponent) == 0.5 && exponent == 4);
  assert(fmod(7.5, 2) == 1.5 && remainder(7.5, 2) == -0.5);
  assert(fma(2, 3, 4) == 10 && copysign(3, -0.0) == -3);
  double whole;
  assert(modf(3.25, &whole) == 0.25 && whole == 3);
  assert(ldexp(0.5, 4) == 8 && ilogb(8.0) == 3 && nextafter(1.0, 2.0) > 1.0);
  return 0;
}
