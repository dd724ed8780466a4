// what: malloc may find no memory
// truth: unreach-call false
// expect: default --malloc-may-fail false line 13
// expect: bmc --malloc-may-fail false line 13
// expect: value --malloc-may-fail false line 13
// expect: predicate --malloc-may-fail false line 13
// expect: gamble --malloc-may-fail false line 13
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) reach_error();
  return 0;
}
