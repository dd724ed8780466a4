// what: the old block's contents are there whether realloc fails or not
// truth: unreach-call true
// expect: default --malloc-may-fail true
// expect: bmc --malloc-may-fail true
// expect: value --malloc-may-fail true
// expect: gamble --malloc-may-fail true
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *block = malloc(4);
  if (!block) return 1;
  block[3] = 7;
  char *large = realloc(block, 8);
  if (large) block = large;
  if (block[3] != 7) reach_error();
  return 0;
}
