// what: a jump over an assignment
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
#include <setjmp.h>
jmp_buf back;
int done;
void leave(void) { longjmp(back, 1); }
int main(void) {
  if (setjmp(back) == 0) {
    leave();
    done = 1;
  }
  assert(done == 1);
  return 0;
}
