// what: an error behind a barrier
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __asm__ volatile("" ::: "memory");
  assert(x != 3);
  return 0;
}
