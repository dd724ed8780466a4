// what: where realloc fails, the old block stays
// truth: unreach-call false
// expect: default --malloc-may-fail false line 15
// expect: bmc --malloc-may-fail false line 15
// expect: value --malloc-may-fail false line 15
// expect: gamble --malloc-may-fail false line 15
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *small = malloc(4);
  if (!small) return 1;
  small[3] = 7;
  char *large = realloc(small, 8);
  if (!large && small[3] == 7) reach_error();
  return 0;
}
