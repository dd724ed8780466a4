// what: the thread changes what the check depends on; taken to do nothing, it would seem to fail
// truth: unreach-call true
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <assert.h>
#include <pthread.h>
int shared;
void *work(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  while (pthread_create(&thread, 0, work, 0)) {
  }
  pthread_join(thread, 0);
  assert(shared == 1);
  return 0;
}
