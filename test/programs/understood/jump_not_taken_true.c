// what: setjmp returns 0, and no path jumps
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: gamble true
// expect: default true
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
jmp_buf back;
int main(void) {
  int x = __VERIFIER_nondet_int(), failed = 0;
  if (x < 0 || x > 1000) return 0;
  if (setjmp(back) != 0) failed = 1;
  if (x > 1000) longjmp(back, 1);
  assert(failed == 0);
  return 0;
}
