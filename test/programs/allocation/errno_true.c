// what: where there is no memory, errno is nothing but ENOMEM
// truth: unreach-call true
// expect: default --malloc-may-fail --cpu=5s true
// expect: bmc --malloc-may-fail --cpu=5s true
// expect: value --malloc-may-fail --cpu=5s true
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  char *p = malloc(1);
  if (!p && errno != ENOMEM) reach_error();
  return 0;
}
