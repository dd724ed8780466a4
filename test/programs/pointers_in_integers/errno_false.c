// what: a library function sets errno
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 14
// expect: gamble false line 14
// expect: value false line 14
// expect: bmc --reduce=slice false line 14
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long l = strtol("99999999999999999999999", 0, 10);
  if (errno != 0) reach_error();
  return l != 0;
}
