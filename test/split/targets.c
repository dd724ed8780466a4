// Four assertions, one after the other, that have nothing in common: each of them is a part.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned times(unsigned n, unsigned x) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += x;
  return sum;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint() % 100, b = __VERIFIER_nondet_uint() % 101;
  unsigned c = __VERIFIER_nondet_uint() % 102, d = __VERIFIER_nondet_uint() % 103;
  assert(times(20, a) / 20 == a);
  assert(times(21, b) / 21 == b);
  assert(times(22, c) / 22 == c);
  assert(times(23, d) / 23 == d);
  return 0;
}
