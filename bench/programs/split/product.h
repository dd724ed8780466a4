// Long multiplication of numbers of some bits, once by each factor: that both agree takes a solver long, and ever longer
// with each bit.
#pragma once
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned input(unsigned bits) {
  unsigned value = __VERIFIER_nondet_uint();
  __VERIFIER_assume(value < 1u << bits);
  return value;
}

static unsigned product(unsigned bits, unsigned x, unsigned y) {
  unsigned sum = 0;
  for (unsigned i = 0; i < bits; i++)
    if (x >> i & 1) sum += y << i;
  return sum;
}
