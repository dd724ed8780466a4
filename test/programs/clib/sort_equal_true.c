// what: the order of equal elements is not specified: neither a proof nor an error may rest on it (this library keeps it)
// models: LP64
// truth: unreach-call true
// expect: bmc unknown
// expect: default unknown
#include <assert.h>
#include <stdlib.h>
struct item {
  int key, number;
};
static int compare(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
int main(void) {
  struct item a[2] = {{1, 10}, {1, 20}};
  qsort(a, 2, sizeof a[0], compare);
  assert(a[0].number == 10);
  return 0;
}
