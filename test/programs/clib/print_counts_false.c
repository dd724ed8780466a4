// what: a number of one digit is printed as one character
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  assert(printf("%u", __VERIFIER_nondet_uchar()) != 1);
  return 0;
}
