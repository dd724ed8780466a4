// what: the error lies in a thread, which is not modelled: no proof
// truth: unreach-call false
// expect: bmc --cpu=10s unknown
// expect: predicate --cpu=10s unknown
// expect: gamble --cpu=10s unknown
// expect: default --cpu=10s unknown
#include <pthread.h>
extern void reach_error(void);
void *work(void *argument) {
  reach_error();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
