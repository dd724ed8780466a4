// what: the function that starts threads is called through a pointer
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
int (*start)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create;
int main(void) {
  pthread_t thread;
  if (start(&thread, 0, work, 0)) return 1;
  pthread_join(thread, 0);
  assert(shared == 0);
  return 0;
}
