// what: the overflow builtins say whether the exact result fits and store the wrapped one
// run: inputs=2147483647
// expect: output "1 -2147483648 0 2147483648 1 254 0 -1\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), r;
  long long wide;
  unsigned char small;
  int over = __builtin_add_overflow(x, 1, &r);
  printf("%d %d ", over, r);
  over = __builtin_add_overflow(x, 1, &wide);
  printf("%d %lld ", over, wide);
  over = __builtin_mul_overflow(x, 2, &small);
  printf("%d %d ", over, small);
  over = __builtin_sub_overflow(0, 1, &r);
  printf("%d %d\n", over, r);
  return 0;
}
