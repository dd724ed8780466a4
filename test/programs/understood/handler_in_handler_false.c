// what: a handler raises another signal, whose handler fails
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <signal.h>
static int depth;
static void inner(int number) { assert(depth != 1 || number != SIGUSR2); }
static void outer(int number) {
  depth++;
  if (number == SIGUSR1) raise(SIGUSR2);
}
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = outer;
  sigaction(SIGUSR1, &action, 0);
  signal(SIGUSR2, inner);
  raise(SIGUSR1);
  return 0;
}
