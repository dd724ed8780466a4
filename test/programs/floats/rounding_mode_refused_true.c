// what: where fesetround refuses, the mode stays
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
#include <fenv.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = __VERIFIER_nondet_int();
  assert(fesetround(FE_UPWARD) == 0);
  if (fesetround(mode))
    assert(fegetround() == FE_UPWARD);
  else
    assert(fegetround() == mode && (mode == FE_TONEAREST || mode == FE_DOWNWARD || mode == FE_UPWARD || mode == FE_TOWARDZERO));
  return 0;
}
