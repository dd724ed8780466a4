// what: only the second of two allocations may fail on the way to the error
// truth: unreach-call false
// expect: default --malloc-may-fail false line 17
// expect: bmc --malloc-may-fail false line 17
// expect: value --malloc-may-fail false line 17
// expect: gamble --malloc-may-fail false line 17
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *first = calloc(2, sizeof *first), *second;
  if (!first) return 1;
  first[0] = 5;
  second = malloc(sizeof *second);
  if (second) return 0;
  // calloc has set it to zero
  if (first[0] == 5 && first[1] == 0) reach_error();
  return 0;
}
