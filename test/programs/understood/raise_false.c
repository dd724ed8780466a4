// what: a handler that raise() calls changes a global
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: default false
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t caught;
void handler(int number) { caught = number; }
int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  assert(caught == 0);
  return 0;
}
