// what: a write far behind the start of a block of unknown size changes nothing else
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size < 100000 || size > 200000) return 0;
  char *block = calloc(size, 1);
  if (block == NULL) return 0;
  block[70000] = 5;
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= size) return 0;
  assert(block[i] == 0 || i == 70000);
  free(block);
  return 0;
}
