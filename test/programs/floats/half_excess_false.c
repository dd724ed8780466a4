// what: that a _Float16 is not rounded inside of an expression does not make it one that is wider where it is stored
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: default false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int number = __VERIFIER_nondet_int();
  _Float16 stored = number;
  if (number > 2048 && number < 2056) assert(stored * 1 == number || number != 2051);
  return 0;
}
