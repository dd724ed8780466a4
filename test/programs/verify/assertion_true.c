// what: a failing assert counts like a call of the error function
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10) return 0;
  assert(x <= 10);
  return 0;
}
