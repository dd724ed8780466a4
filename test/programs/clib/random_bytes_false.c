// what: getrandom may write any bytes
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <sys/random.h>
int main(void) {
  unsigned char bytes[2] = {0, 0};
  if (getrandom(bytes, 2, 0) == 2) assert(bytes[0] + bytes[1] != 300);
  return 0;
}
