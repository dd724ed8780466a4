// what: what assembly leaves in its outputs is not known: no error, since the compiled program does not reach it
// models: LP64
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
int main(void) {
  int a = 3, b = 4;
  __asm__("xchgl %0, %1" : "+r"(a), "+r"(b));
  assert(a == 4 && b == 3);
  return 0;
}
