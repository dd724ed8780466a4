// what: a number that scanf reads ends before something that is no digit; a word before white space
// models: LP64
// truth: unreach-call true
// expect: bmc true
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x, c;
  if (scanf("%d", &x) != 1) return 0;
  c = getchar();
  assert(c < '0' || c > '9');
  return 0;
}
