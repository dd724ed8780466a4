// what: where there is no memory, errno is ENOMEM
// truth: unreach-call false
// expect: default --malloc-may-fail false line 12
// expect: bmc --malloc-may-fail false line 12
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  char *p = malloc(1);
  if (!p && errno == ENOMEM) reach_error();
  return 0;
}
