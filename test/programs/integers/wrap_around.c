// what: unsigned arithmetic wraps at the width of the promoted type; signed overflow wraps too (-fwrapv)
// run: inputs=2147483647
// expect: output "0 4294967295 -2147483648 -2147483648 1 255\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned max = ~0u;
  int big = __VERIFIER_nondet_int();
  unsigned char c = 0;
  int sum = big + 1;
  int negated = -sum;
  c--;
  printf("%u %u %d %d %d %d\n", max + 1, 0u - 1, sum, negated, (unsigned short)(65535 * 65535u), c);
  return 0;
}
