// what: a handler may run whenever a signal arrives from outside
// models: LP64
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: kinduction --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t caught;
void handler(int number) { caught = number; }
int main(void) {
  signal(SIGINT, handler);
  assert(caught == 0);
  return 0;
}
