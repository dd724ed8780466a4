// what: a recursion of constants that never ends is no reason for an engine to run out of its own stack
// truth: unreach-call true
// expect: kinduction true
// expect: default true
#include <assert.h>
static int endless(int x) {
  if (x == 0) return 1;
  return endless(endless(x - 1) + 1);
}
int main(void) {
  endless(1);
  assert(0);
  return 0;
}
