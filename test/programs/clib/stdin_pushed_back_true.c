// what: scanf reads what ungetc has pushed back first, and a letter is no number
// models: LP64
// truth: unreach-call true
// expect: bmc true
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 3;
  char c;
  ungetc('k', stdin);
  assert(scanf("%d", &x) == 0 && x == 3);
  assert(scanf("%c", &c) == 1 && c == 'k');
  return 0;
}
