// what: assembly writes an output in memory
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
int x = 1;
int main(void) {
  __asm__("movl $5, %0" : "=m"(x));
  assert(x == 1);
  return 0;
}
