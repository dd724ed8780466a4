// what: a handler that raise() calls changes a global
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
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
