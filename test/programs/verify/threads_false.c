// what: the error lies in a thread, which is not modelled: no proof
// truth: unreach-call false
// expect: bmc --cpu=3s unknown
// expect: kinduction --cpu=3s unknown
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
