// what: char and short operands are promoted to int before an operation, and only the result is cut back
// run:
// expect: output "300 -56 44 1 65535 -1\n"
#include <stdio.h>

int main(void) {
  unsigned char a = 200, b = 100;
  signed char s = (signed char)a;
  unsigned char sum = a + b;
  short h = -1;
  unsigned short u = h;
  printf("%d %d %d %d %d %d\n", a + b, s, sum, ~a < 0, u, (short)u);
  return 0;
}
