// what: && and || evaluate the right side only if needed and give 0 or 1; side effects of what is skipped do not happen
// run:
// expect: output "0 1 1 1 2 0 5\n"
#include <stdio.h>

static int count;
static int tick(int result) {
  count++;
  return result;
}

int main(void) {
  int a = 0 && tick(1);
  int b = 7 || tick(1);
  int c = tick(2) && tick(4);
  printf("%d %d %d ", a, b, c);
  int* p = 0;
  int safe = p && *p > 3;
  printf("%d ", !safe);
  count = 0;
  if ((tick(0) || tick(5)) && !(tick(0) && tick(1))) printf("%d ", count - 1);
  int x = 0;
  if (x++ && x++) x += 100;
  printf("%d %d\n", safe, x + 4);
  return 0;
}
