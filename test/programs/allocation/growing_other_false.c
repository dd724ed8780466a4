// what: realloc of one of two blocks leaves the other one as it is, and its own contents are those of its block
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(4), *b = malloc(8);
  *a = 1;
  *b = 2;
  int first = __VERIFIER_nondet_int();
  int *one = realloc(first ? a : b, __VERIFIER_nondet_int() ? 8 : 16);
  *one += 10;
  assert(*one == 11 || first == 0);
  assert((first ? *b : *a) + *one == 13);
  assert((first ? *b : *a) == 2);
  return 0;
}
