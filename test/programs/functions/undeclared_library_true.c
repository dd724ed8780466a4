// what: a library function that no header declares is still the library's
// truth: unreach-call true
// expect: bmc true
// expect: value true
// expect: default true
// expect: gamble true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(ffs(0) == 0 && ffs(12) == 3);
  if (x == 40) assert(ffsl((long)x) == 4);
  return 0;
}
