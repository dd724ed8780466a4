// what: after the jump the check holds; a path that went on behind longjmp would violate it
// models: LP64
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
#include <setjmp.h>
jmp_buf back;
int done;
int main(void) {
  if (setjmp(back) == 0) {
    longjmp(back, 1);
    assert(0);
  }
  assert(done == 0);
  return 0;
}
