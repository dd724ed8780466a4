// One assertion for all; what is computed before it depends on the range of an input.
#include "product.h"

int main(void) {
  unsigned level = __VERIFIER_nondet_uint(), x = input(8), y = input(8), more = 3;
  if (level < 100)
    more = 0;
  else if (level < 200)
    more = 1;
  else if (level < 300)
    more = 2;
  assert(product(8, x, y + more) == product(8, y, x) + more * x);
  return 0;
}
