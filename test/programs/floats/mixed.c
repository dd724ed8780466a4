// what: int and float operands meet in the float type, integer division happens before a conversion, conditions compare with zero
// run:
// expect: output "0.0 0.5 1.5 1 0 7.25\n"
#include <stdio.h>

int main(void) {
  double d = 1 / 2;
  double e = 1 / 2.0;
  float f = 1;
  f += 1 / 2 + 0.5;
  double sum = 0;
  for (double x = 0.25; x < 4; x += x) sum += x;
  printf("%.1f %.1f %.1f %d %d %.2f\n", d, e, f, e ? 1 : 0, !e, sum + 3.5);
  return 0;
}
