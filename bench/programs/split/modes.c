// Four modes, decided by an input near the entry: each has an assertion of its own.
#include "product.h"

int main(void) {
  unsigned mode = __VERIFIER_nondet_uint(), x = input(8), y = input(8);
  if (mode < 2) {
    if (mode == 0)
      assert(product(8, x, y) == product(8, y, x));
    else
      assert(product(8, x, y + 1) == product(8, y, x) + x);
  } else {
    if (mode == 2)
      assert(product(8, x, y + 2) == product(8, y, x) + 2 * x);
    else
      assert(product(8, x, y + 3) == product(8, y, x) + 3 * x);
  }
  return 0;
}
