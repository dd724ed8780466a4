// what: assembly calls a function of the program
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
int x;
__attribute__((used)) void change(void) { x = 1; }
int main(void) {
  __asm__ volatile("call change" ::: "cc");
  assert(x == 0);
  return 0;
}
