// what: a thread changes a global that is checked after it was joined
// truth: unreach-call false
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
  if (pthread_create(&thread, 0, work, 0)) return 1;
  pthread_join(thread, 0);
  assert(shared == 0);
  return 0;
}
