// what: a comparison that bsearch calls changes a global
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
// expect: bmc --reduce=slice false
#include <assert.h>
#include <stdlib.h>
static int seen;
static int compare(const void *a, const void *b) {
  if (*(const int *)b == 2) seen = 1;
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int a[3] = {1, 2, 5}, key = 5;
  bsearch(&key, a, 3, sizeof a[0], compare);
  assert(!seen);
  return 0;
}
