// what: inputs without a declaration have the type that their name tells; as an int none would be fractional or so large
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: default false
#include <assert.h>
int main(void) {
  double d = nondet_double();
  unsigned long long n = __VERIFIER_nondet_unsigned_long_long();
  if (d > 0.25 && d < 0.75 && n > 0x7fffffffu && n < 0xffffffffffu) assert(0);
  return 0;
}
