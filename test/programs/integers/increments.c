// what: a++ has the old value, ++a the new one, both in a's own type; _Bool saturates
// run:
// expect: output "255 0 -128 1 1 0 4 6\n"
#include <stdbool.h>
#include <stdio.h>

int main(void) {
  unsigned char c = 255;
  int before = c++;
  signed char s = 127;
  ++s;
  bool b = true;
  b++;
  bool d = false;
  d--;
  bool e = true;
  e--;
  int i = 4;
  int old = i++;
  ++i;
  printf("%d %d %d %d %d %d %d %d\n", before, c, s, b, d, e, old, i);
  return 0;
}
