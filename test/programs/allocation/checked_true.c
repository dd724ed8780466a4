// what: every result is checked before it is used, and what was allocated first is as it was
// truth: unreach-call true
// expect: default --malloc-may-fail true
// expect: bmc --malloc-may-fail true
// expect: kinduction --malloc-may-fail true
// expect: value --malloc-may-fail true
// expect: predicate --malloc-may-fail true
// expect: gamble --malloc-may-fail true
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *p = malloc(sizeof *p), *q;
  if (!p) return 1;
  *p = 3;
  q = malloc(sizeof *q);
  if (q) *q = 4;
  if (*p != 3 || (q && *q != 4)) reach_error();
  return 0;
}
