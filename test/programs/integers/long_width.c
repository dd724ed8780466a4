// what: long has 32 or 64 bits, so the same expressions differ between the data models
// run:
// expect[ILP32]: output "4 -1 0 1 2147483648\n"
// expect[LP64]: output "8 4294967295 1 0 2147483648\n"
#include <stdio.h>

int main(void) {
  unsigned u = 0xffffffffu;
  long l = u;
  long shifted = 1;
  shifted = shifted << 31;
  printf("%d %ld %d ", (int)sizeof(long), l, shifted > 0);
  printf("%d ", -1L > 0u); // 0u becomes long in LP64; both become unsigned long in ILP32
  printf("%lld\n", 2147483648);
  return 0;
}
