// what: an unsigned bit-field narrower than int is promoted to int, so a difference can be negative; _Bool fields keep truth
// run:
// expect: output "1 1 0 1\n"
#include <stdbool.h>
#include <stdio.h>

struct S {
  unsigned narrow : 4;
  unsigned full : 32;
  bool flag : 1;
};

int main(void) {
  struct S s = {1, 1, 0};
  s.flag = 2;
  printf("%d %d %d %d\n", s.narrow - 2 < 0, s.full - 2 > 0, s.full - 2 < 0, s.flag);
  return 0;
}
