// what: typeof names the type of an expression without evaluating it
// run:
// expect: output "300 44 1\n"
#include <stdio.h>

int main(void) {
  unsigned char c = 200;
  int n = 1;
  __typeof__(c + 1) wide = c + 100;
  __typeof__(c) narrow = (__typeof__(c))(c + 100);
  __typeof__(n++) copy = n;
  printf("%d %d %d\n", wide, narrow, copy);
  return 0;
}
