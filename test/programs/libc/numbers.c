// what: reading numbers: bases, ends, ranges, and glibc's sequence of random numbers
// run:
// expect: output "-31 7|63 4294967295 -9000000000|9223372036854775807 1|0|150.000 -2.25 120|5 7 42|-3 -1 -3 2|71876166 708592740 1\n"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char* end;
  const char* text = "  -0x1fz";
  long hex = strtol(text, &end, 16);
  printf("%ld %d|", hex, (int)(end - text));
  printf("%ld %lu %lld|", strtol("077", NULL, 0), strtoul("4294967295", NULL, 10), strtoll("-9000000000", NULL, 10));
  errno = 0;
  long long big = strtoll("99999999999999999999", NULL, 10);
  printf("%lld %d|", big, errno == ERANGE);
  printf("%ld|", strtol("zzz", &end, 10));
  double real = strtod("1.5e2x", &end);
  printf("%.3f %.2f %d|", real, atof("-2.25"), *end);
  printf("%d %ld %d|", abs(-5), labs(-7L), atoi(" 42x"));
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(17L, -5L);
  printf("%d %d %ld %ld|", d.quot, d.rem, l.quot, l.rem);
  srand(42);
  int first = rand(), second = rand();
  srand(42);
  printf("%d %d %d\n", first, second, first == rand());
  return 0;
}
