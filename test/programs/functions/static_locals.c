// what: a static local is initialised once and lives on; two functions may have one of the same name
// run:
// expect: output "1 2 3 10 20 3\n"
#include <stdio.h>

static int counter(void) {
  static int n = 0;
  return ++n;
}
static int tens(void) {
  static int n = 0;
  n += 10;
  return n;
}
static int* table(void) {
  static int values[3] = {1, 2, 3};
  return values;
}

int main(void) {
  int a = counter(), b = counter(), c = counter();
  int d = tens(), e = tens();
  table()[0] = 3;
  printf("%d %d %d %d %d %d\n", a, b, c, d, e, table()[0]);
  return 0;
}
