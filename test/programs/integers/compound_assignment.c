// what: a op= b computes in the common type of both and then converts to a's type; a's place is evaluated once
// run:
// expect: output "44 127 3 0 1 200 9 1\n"
#include <stdio.h>

static int calls;
static int* place(int* p) {
  calls++;
  return p;
}

int main(void) {
  unsigned char c = 200;
  c += 100;
  signed char s = -1;
  s = (signed char)((unsigned char)s >> 1);
  int i = 7;
  i *= 0.5; // 3.5, cut to 3
  unsigned u = 1;
  u /= -1; // -1 is the largest unsigned
  int n = 8;
  n >>= 3LL;
  unsigned char m = 100;
  m <<= 1;
  int a[1] = {4};
  *place(a) += 5;
  printf("%d %d %d %u %d %d %d %d\n", c, s, i, u, n, m, a[0], calls);
  return 0;
}
