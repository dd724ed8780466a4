// what: a library function that no header declares is still the library's
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(ffs(x) < 32);
  return 0;
}
