// what: assembly that is not understood, on no path
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: gamble true
// expect: default true
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int x = 1;
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 255) __asm__ volatile("movl $2,(%0)" ::"r"(&x) : "memory");
  assert(x == 1);
  return 0;
}
