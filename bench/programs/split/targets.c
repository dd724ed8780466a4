// Four assertions, one after the other, that have nothing in common: each of them is a part.
#include "product.h"

int main(void) {
  unsigned a = input(8), b = input(8), c = input(8), d = input(8), e = input(8), f = input(8), g = input(8), h = input(8);
  assert(product(8, a, b) == product(8, b, a));
  assert(product(8, c, d + 1) == product(8, d, c) + c);
  assert(product(8, e, f + 2) == product(8, f, e) + 2 * e);
  assert(product(8, g, h + 3) == product(8, h, g) + 3 * g);
  return 0;
}
