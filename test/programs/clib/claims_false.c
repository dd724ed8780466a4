// what: all of what is claimed of the C library here is false, and a replay sees it
// truth: unreach-call false
// expect: bmc false
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), number = 0;
  unsigned y = __VERIFIER_nondet_uint();
  double d = __VERIFIER_nondet_double();
  char text[8] = "abcd";
  int* block = malloc(sizeof *block);
  *block = 3;
  if (isdigit('x') || toupper('a') == 'B' || abs(x) != 7) return 0;
  if (__builtin_popcount(y) < 5 || __builtin_clz(y) != 4 || __builtin_ctz(y) != 3) return 0;
  if (__builtin_bswap32(y) == y || !__builtin_mul_overflow(x, 1 << 30, &number)) return 0;
  if (strchr(text, 'c') == text || strstr(text, "cd") == 0 || memchr(text, 'b', 4) == text + 2) return 0;
  if (strlen(strdup(text)) == 5 || atoi("12") == 13 || strtol("ff", 0, 16) == 254) return 0;
  if (rand() != 77 || !isinf(d) || fmod(5.5, 2.0) == 1.0 || fma(2.0, 3.0, 1.0) == 6.0) return 0;
  if (frexp(8.0, &number) == 1.0 || pow(2.0, 3.0) == 9.0) return 0;
  block = realloc(block, 2 * sizeof *block);
  if (block[0] == 4) return 0;
  reach_error();
  return 0;
}
