// what: an assertion in a comparison that qsort calls
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
// expect: gamble --cpu=10s false
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  assert(!(x == 3 && y == 1) && !(x == 1 && y == 3));
  return x - y;
}
int main(void) {
  int a[2] = {3, 1};
  qsort(a, 2, sizeof a[0], compare);
  return 0;
}
