// Two arms, each in a function that is called once and divides again.
#include "product.h"

static void first(unsigned x, unsigned y) {
  if (x > y)
    assert(product(8, x, y) == product(8, y, x));
  else
    assert(product(8, x, y + 1) == product(8, y, x) + x);
}

static void second(unsigned x, unsigned y) {
  if (x > y)
    assert(product(8, x, y + 2) == product(8, y, x) + 2 * x);
  else
    assert(product(8, x, y + 3) == product(8, y, x) + 3 * x);
}

int main(void) {
  unsigned choice = __VERIFIER_nondet_uint(), x = input(8), y = input(8);
  if (choice % 2 == 0)
    first(x, y);
  else
    second(x, y);
  return 0;
}
