// what: fesetround refuses what is no mode
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: default false
#include <assert.h>
#include <fenv.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = __VERIFIER_nondet_int();
  assert(!fesetround(mode));
  return 0;
}
