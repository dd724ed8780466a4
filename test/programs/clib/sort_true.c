// what: qsort sorts, bsearch finds what is there, whatever is compared when
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  int key = a[1];
  qsort(a, 3, sizeof a[0], compare);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int *found = bsearch(&key, a, 3, sizeof a[0], compare);
  assert(found != 0 && *found == key);
  return 0;
}
