// what: pointer arithmetic counts in elements; the difference is signed
// run: inputs=3
// expect: output "8 -3 3 30 1 7\n"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  short a[10] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};
  int n = __VERIFIER_nondet_int();
  short* p = a + n;
  short* q = &a[7];
  p[4] = 7;
  printf("%d %d %d ", (int)((char*)q - (char*)p), (int)(a - p), (int)(p - a));
  printf("%d %d %d\n", *p, q > p, *q);
  return 0;
}
