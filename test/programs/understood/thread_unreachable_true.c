// what: a thread that is never started does not stop a proof
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: gamble true
// expect: default true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;
void *work(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  if (x * 2 == 7) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
  }
  assert(shared == 0);
  return 0;
}
