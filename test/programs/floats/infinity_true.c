// what: gcc and clang make 1 of __builtin_isinf for both infinities
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
  double number = __VERIFIER_nondet_double();
  if (__builtin_isinf(number)) assert(__builtin_isinf(number) == 1 && __builtin_isinf(-number) == 1);
  return 0;
}
