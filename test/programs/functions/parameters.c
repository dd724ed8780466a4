// what: parameters are the function's own variables; arguments are converted to the parameter's type
// run:
// expect: output "5 6 44 3 2 -1\n"
#include <stdio.h>

static int change(int x) { return ++x; }
static int cut(unsigned char c) { return c; }
static int whole(int i) { return i; }
static int half(double d) { return (int)(d / 2); }
static signed char result(void) { return (signed char)255; }

int main(void) {
  int x = 5;
  int y = change(x);
  printf("%d %d %d %d %d %d\n", x, y, cut((unsigned char)300), whole((int)3.9), half(5), result());
  return 0;
}
