// what: setjmp returns 0 first; an error without any jump is an error
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
jmp_buf back;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (setjmp(back) != 0) return 1;
  if (x < 0) longjmp(back, 1);
  assert(x != 12);
  return 0;
}
