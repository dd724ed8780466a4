// what: a function of the program that has the name is the program's
// truth: unreach-call false
// expect: bmc false
// expect: predicate false
// expect: gamble false
// expect: default false
#include <assert.h>
int shared;
int pthread_create(int *to) {
  *to = 1;
  return 0;
}
int main(void) {
  pthread_create(&shared);
  assert(shared == 0);
  return 0;
}
