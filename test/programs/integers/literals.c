// what: the type of a literal follows from its value, base and suffix
// run:
// expect[ILP32]: output "4 8 4 8 8 1 1\n"
// expect[LP64]: output "4 8 4 8 8 1 0\n"
#include <stdio.h>

int main(void) {
  printf("%d ", (int)sizeof 2147483647);
  printf("%d ", (int)sizeof 2147483648);  // too large for int: long or long long
  printf("%d ", (int)sizeof 0x80000000);  // hexadecimal: unsigned int
  printf("%d ", (int)sizeof 1ull);
  printf("%d ", (int)sizeof(0x100000000));
  printf("%d ", -0x80000000 > 0);          // unsigned negation
  printf("%d\n", 0x7fffffffL + 1L == -0x7fffffffL - 1L); // wraps where long has 32 bits
  return 0;
}
