// what: the smallest element comes first
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int a[3] = {5, __VERIFIER_nondet_int(), 7};
  qsort(a, 3, sizeof a[0], compare);
  assert(a[0] == 5);
  return 0;
}
