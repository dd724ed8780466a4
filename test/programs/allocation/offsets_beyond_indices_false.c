// what: offsets in one block that differ by 4 GB are different places; the interpreter has no such blocks to confirm it
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  if (size < 0x100000010ul || size > 0x200000000ul || i >= size) return 0;
  char *block = calloc(size, 1);
  if (block == NULL) return 0;
  block[i] = 1;
  assert(block[i & 0xfffffffful] == 1);
  free(block);
  return 0;
}
