// what: what a mathematical function returns is no input: only a run with the real function finds an error
// truth: unreach-call false
// expect: default false
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  double x = sqrt((double)(i & 15)) + pow(2, 3);
  assert(x != 11);
  return 0;
}
