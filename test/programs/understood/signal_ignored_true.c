// what: ignoring a signal calls no function of the program
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: gamble true
// expect: default true
#include <assert.h>
#include <signal.h>
int caught;
int main(void) {
  signal(SIGPIPE, SIG_IGN);
  void (*before)(int) = signal(SIGINT, SIG_DFL);
  if (before == SIG_ERR) return 1;
  assert(caught == 0);
  return 0;
}
