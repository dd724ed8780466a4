// what: what a program assumes by a builtin function holds
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: default true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x > 4);
  assert(x != 4);
  return 0;
}
