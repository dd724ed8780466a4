// what: calloc gives zeroes, realloc keeps the contents, memmove copes with overlap, memcmp compares unsigned bytes
// run:
// expect: output "0 7 abcabcd 1 -1 0\n"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int* p = calloc(4, sizeof *p);
  int zero = p[3];
  p[0] = 7;
  p = realloc(p, 100 * sizeof *p);
  char text[16] = "abcdefg";
  memmove(text + 3, text, 4);
  unsigned char high[1] = {200}, low[1] = {100};
  int more = memcmp(high, low, 1), less = memcmp(low, high, 1);
  memset(high, 0, sizeof high);
  printf("%d %d %s %d %d %d\n", zero, p[0], text, more > 0, less < 0 ? -1 : 1, high[0]);
  free(p);
  free(NULL);
  return 0;
}
