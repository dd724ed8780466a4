// what: what a program assumes by a builtin function holds, and no more
// truth: unreach-call false
// expect: bmc false line 11
// expect: predicate false line 11
// expect: default false line 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x > 4);
  assert(x != 5);
  return 0;
}
