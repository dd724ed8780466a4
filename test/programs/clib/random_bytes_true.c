// what: getrandom writes no more than it is asked for, and tells how much
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <sys/random.h>
int main(void) {
  char bytes[6] = {0};
  ssize_t amount = getrandom(bytes, 5, 0);
  assert(amount >= -1 && amount <= 5);
  assert(bytes[5] == 0);
  if (amount < 3) assert(bytes[4] == 0);
  return 0;
}
