// what: a definition in the old style, and a call without prototype, pass promoted arguments
// run:
// expect: output "7 200\n"
#include <stdio.h>

static int add(a, b)
  int a;
  char b;
{
  return a + b;
}
static int widen();

int main(void) {
  unsigned char c = 200;
  printf("%d %d\n", add(3, 4), widen(c));
  return 0;
}

static int widen(x)
  int x;
{
  return x;
}
