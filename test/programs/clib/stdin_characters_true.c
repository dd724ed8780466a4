// what: characters of standard input are bytes or EOF, a line fits
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[3];
  int c = getchar();
  assert(c >= -1 && c <= 255);
  if (fgets(line, sizeof line, stdin) != NULL) assert(line[0] == 0 || line[1] == 0 || line[2] == 0);
  return 0;
}
