// what: enumerators count on from the last one given, may be negative, and an enum of non-negative values is unsigned
// run:
// expect: output "0 5 6 -1 0 1 4\n"
#include <stdio.h>

enum Colour { RED, GREEN = 5, BLUE };
enum Level { LOW = -1, ZERO, HIGH };

int main(void) {
  enum Colour c = BLUE;
  enum Level l = LOW;
  enum Colour from_int = (enum Colour)-1;
  printf("%d %d %d %d %d %d %d\n", RED, GREEN, c, l, ZERO, from_int > 100, (int)sizeof(enum Colour));
  return 0;
}
