// what: an error before the first thread is an error
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void *work(void *argument) { return argument; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  pthread_t thread;
  if (x > 10) assert(x != 77);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
