// what: assembly changes a variable through its address
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
int main(void) {
  int x = 1;
  int *p = &x;
  __asm__ volatile("movl $2,(%0)" ::"r"(p) : "memory");
  assert(x == 1);
  return 0;
}
