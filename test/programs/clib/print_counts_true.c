// what: printf and fprintf return the number of characters
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = printf("%d%s%%\n", -45, "abc");
  assert(n == 8);
  n = fprintf(stderr, "%04o", 7u);
  assert(n == 4);
  n = printf("%u", __VERIFIER_nondet_uchar());
  assert(n >= 1 && n <= 3);
  return 0;
}
