// what: as in gcc, _Float16 is computed in float and rounded where it is stored, passed or cast to the type itself
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static _Float16 pass(_Float16 number) { return number; }
int main(void) {
  _Float16 one = 1, small = 0.0004f16, sum = one + small;
  int number = __VERIFIER_nondet_int();
  assert(sum == one && one + small > one && -(one + small) < -one);
  assert((_Float16)(one + small) == one && (float)(one + small) > one && pass(one + small) == one);
  assert((number ? one + small : 2) > one && ((one + small) ?: one) > one && (number, one + small) > one);
  assert(one + 4097 == 4098 && 0.1f16 == 0.1f);
  if (number > 2048 && number < 4096) assert(one * number == number && (int)(_Float16)number % 2 == 0);
  return 0;
}
