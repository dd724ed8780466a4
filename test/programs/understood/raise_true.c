// what: raise() runs the handler, which sigaction has set, before it returns
// models: LP64
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t caught;
void handler(int number) { caught = number; }
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  if (sigaction(SIGUSR1, &action, 0)) return 0;
  if (raise(SIGUSR1)) return 0;
  assert(caught == SIGUSR1);
  return 0;
}
