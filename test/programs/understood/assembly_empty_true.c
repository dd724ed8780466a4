// what: assembly without an instruction leaves an output that is read, too, and gives others the input in their place
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: predicate true
// expect: default true
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y, calls = 0, values[2] = {3, 4};
  int *p = values;
  __asm__ volatile("" : "+r"(x), "=r"(y) : "1"(values[calls++]));
  __asm__ volatile("" : "=r"(p) : "0"(values + 1) : "memory");
  if (x > 5) assert(x >= 6);
  assert(y == 3 && calls == 1 && *p == 4);
  return 0;
}
