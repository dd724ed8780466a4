// what: the comma operator evaluates left then right and has the right value; in arguments a comma separates
// run:
// expect: output "5 3 6 10\n"
#include <stdio.h>

static int two(int a, int b) { return a * b; }

int main(void) {
  int a = 1;
  int b = (a = 3, a + 2);
  int i, j;
  for (i = 0, j = 10; i < j; i++, j--) a = a;
  printf("%d %d %d %d\n", b, a, two((1, 2), 3), i + j);
  return 0;
}
