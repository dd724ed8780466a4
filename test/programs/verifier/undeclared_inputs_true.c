// what: a declaration in a block counts, although the name tells another type; so does the type that a name tells
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: default true
#include <assert.h>
int main(void) {
  extern int nondet_double();
  double d = nondet_double();
  assert(d == (double)(long long)d);
  assert(nondet_uchar() < 256 && nondet_bool() <= 1);
  return 0;
}
