// what: functions without a result that call themselves, with parameters that no call without a prototype could pass
// run: inputs=3
// expect: output "3 0 2 1 total 1\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

void count(char down, _Bool odd) {
  printf("%d %d ", down, odd ? 1 : 0);
  if (down > 2) count(down - 1, !odd);
}

void sum(short n, float* total) {
  *total += n;
  if (n > 0) sum(n - 1, total);
}

int main(void) {
  float total = 0;
  count((char)__VERIFIER_nondet_int(), 0);
  sum(1, &total);
  printf("total %d\n", (int)total);
  return 0;
}
