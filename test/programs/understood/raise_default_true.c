// what: a signal without a handler ends the program, an ignored one does nothing, and no handler is left behind
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: default true
#include <assert.h>
#include <signal.h>
int main(void) {
  assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
  assert(raise(SIGUSR1) == 0);
  assert(signal(SIGUSR1, SIG_DFL) == SIG_IGN);
  raise(SIGUSR1);
  assert(0);
  return 0;
}
