// what: labels as values, in a static table and in a variable; a computed goto leads to the label whose address it gets
// run:
// expect: output "+-+* 1 0\n"
#include <stdio.h>

static int run(const char* code) {
  static const void* const table[] = {&&plus, &&minus, &&times, &&end};
  int steps = 0;
  goto* table[(int)*code];
plus:
  printf("+");
  steps++;
  goto* table[(int)*++code];
minus:
  printf("-");
  goto* table[(int)*++code];
times:
  printf("*");
  goto* table[(int)*++code];
end:
  return steps;
}

int main(void) {
  const char code[] = {0, 1, 0, 2, 3};
  void* where = &&out;
  int plus = run(code);
  int same = where == &&out;
  if (plus == 2) goto* where;
  return 1;
out:
  printf(" %d %d\n", same, where == 0);
  return 0;
}
