// what: the check needs what the assembly does; ignored, it would seem to fail
// models: LP64
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
int main(void) {
  int x = 1;
  int *p = &x;
  __asm__ volatile("movl $2,(%0)" ::"r"(p) : "memory");
  assert(x == 2);
  return 0;
}
