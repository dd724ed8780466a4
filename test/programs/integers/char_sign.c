// what: plain char is signed here, character constants are int, escapes have their values
// run:
// expect: output "-1 4 10 65 -128 92\n"
#include <stdio.h>

int main(void) {
  char c = 255;
  printf("%d %d %d %d %d %d\n", c, (int)sizeof 'a', '\n', '\101', '\x80', '\\');
  return 0;
}
