// what: assembly swaps two variables, which are its outputs
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
int main(void) {
  int a = 3, b = 4;
  __asm__("xchgl %0, %1" : "+r"(a), "+r"(b));
  assert(a == 3);
  return 0;
}
