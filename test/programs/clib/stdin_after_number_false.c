// what: behind the number that scanf reads there may be the end, which feof says then
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 1) assert(!feof(stdin));
  return 0;
}
