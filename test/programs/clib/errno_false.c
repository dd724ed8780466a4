// what: a function of the library sets errno
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
  strtol("99999999999999999999", 0, 10);
  assert(errno != ERANGE);
  return 0;
}
