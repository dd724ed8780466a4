// what: NaN is unequal to itself and unordered, zero has a sign, division by zero gives infinity
// run:
// expect: output "0 1 0 0 1 1 inf -inf 1 1\n"
#include <stdio.h>

int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero, infinity = 1 / zero, minus_zero = -zero;
  printf("%d %d %d %d ", nan == nan, nan != nan, nan < 1, nan >= 1);
  printf("%d %d ", !(nan < 1), minus_zero == zero);
  printf("%f %f %d %d\n", infinity, 1 / minus_zero, infinity > 1e308, nan ? 1 : 0);
  return 0;
}
