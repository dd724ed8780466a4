// what: in a comparison of signed and unsigned of one rank the signed side is converted; a wider signed type keeps the value
// run:
// expect: output "1 0 1 0 1\n"
#include <stdio.h>

int main(void) {
  int minus = -1;
  unsigned one = 1;
  unsigned char small = 1;
  long long wide = -1;
  printf("%d ", minus > one);      // -1 becomes the largest unsigned
  printf("%d ", minus > small);    // both are int
  printf("%d ", wide < one);       // one becomes long long
  printf("%d ", (unsigned)minus < one);
  printf("%d\n", -1 / 2u == 0x7fffffffu);
  return 0;
}
