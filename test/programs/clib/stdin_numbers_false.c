// what: numbers that scanf reads are inputs
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x, y;
  if (scanf("%d,%d", &x, &y) == 2 && x > 10) assert(x != 2 * y + 7);
  return 0;
}
