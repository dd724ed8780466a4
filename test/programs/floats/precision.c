// what: float and double round at their own precision, and converting to float rounds
// run:
// expect: output "16777216 16777217 1 1 0.100000001490\n"
#include <stdio.h>

int main(void) {
  int n = 16777217; // 2^24 + 1
  float f = n;
  double d = n;
  float tenth = 0.1;
  volatile float sum = f + 1.0f;
  printf("%.0f %.0f %d %d %.12f\n", f, d, sum == f, tenth != 0.1, tenth);
  return 0;
}
