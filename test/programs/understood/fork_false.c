// what: the child goes on where the parent does
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
#include <unistd.h>
int main(void) {
  int child = 0;
  if (fork() == 0) child = 1;
  assert(child == 0);
  return 0;
}
