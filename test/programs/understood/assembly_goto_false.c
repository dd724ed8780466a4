// what: assembly jumps to a label
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
int main(void) {
  int x = 0;
  __asm__ goto("jmp %l0" : : : : elsewhere);
  return 0;
elsewhere:
  assert(x == 1);
  return 0;
}
