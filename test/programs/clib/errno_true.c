// what: errno starts with 0, keeps what is stored, and is what models of the library leave in it
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  assert(errno == 0);
  errno = 3;
  assert(strlen("abc") == 3 && errno == 3);
  strtol("99999999999999999999", 0, 10);
  assert(errno == ERANGE);
  errno = 0;
  assert(isnan(log(-1.0)) && errno == EDOM);
  return 0;
}
