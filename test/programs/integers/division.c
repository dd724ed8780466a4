// what: signed division truncates toward zero and the remainder has the dividend's sign; unsigned division differs
// run: inputs=-7,2
// expect: output "-3 -1 -3 1 3 -1 2147483644\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  printf("%d %d %d %d %d %d %u\n", a / b, a % b, -a / -b, -a % b, -a / b, a % -b, (unsigned)a / (unsigned)b);
  return 0;
}
