// what: barriers change nothing, although they name memory; so do instructions on the outputs alone
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: gamble true
// expect: default true
#include <assert.h>
int x = 1, counter;
int main(void) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("lock; incl %0" : "+m"(counter)::"memory");
  assert(x == 1);
  return 0;
}
