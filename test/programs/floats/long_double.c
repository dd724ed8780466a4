// what: long double keeps 64 bits of precision
// run:
// expect: output "1 1 9007199254740993\n"
#include <stdio.h>

int main(void) {
  volatile long double big = 9007199254740992.0L; // 2^53
  volatile double narrow = (double)(big + 1);
  long double third = 1.0L / 3;
  printf("%d %d %lld\n", narrow == 9007199254740992.0, third != (double)third, (long long)(big + 1));
  return 0;
}
