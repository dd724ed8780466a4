// what: how often qsort compares is not specified, so a comparison that counts is not followed
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdlib.h>
static int calls;
static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int a[3] = {3, 2, 1};
  qsort(a, 3, sizeof a[0], compare);
  assert(calls == 1);
  return 0;
}
