// what: what standard input holds is an input, which a replay gives
// models: LP64
// truth: unreach-call false
// expect: bmc false
// expect: default false
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  int c = getchar();
  if (c != 'q' || fgets(line, sizeof line, stdin) == NULL) return 0;
  assert(line[0] != 'a' || line[1] != '7');
  return 0;
}
