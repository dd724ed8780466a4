// what: compilers make 1 of __builtin_isinf for both infinities, the library's isinf returns the sign
// run: inputs=-1
// expect: output "1 -1 1\n"
// run: inputs=1
// expect: output "1 1 1\n"
#include <math.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  double number = __VERIFIER_nondet_int() * 1e308 * 10;
  printf("%d %d %d\n", __builtin_isinf(number), isinf(number), __builtin_isinf((float)number));
  return 0;
}
