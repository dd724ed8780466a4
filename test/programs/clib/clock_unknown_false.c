// what: the time used may be unknown, which is -1
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <time.h>
int main(void) {
  clock_t used = clock();
  assert(used != (clock_t)-1);
  return 0;
}
