// what: an integer that was converted to a pointer may lead to an object whose address is converted later
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
// expect: gamble unknown
// expect: default unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
_Alignas(8) char a[64], b[64];
int main(void) {
  unsigned long u = __VERIFIER_nondet_ulong();
  char *p = (char *)(u * 8 - (uintptr_t)&a[0]);
  if ((uintptr_t)p == (uintptr_t)&b[0]) {
    *p = 3;
    assert(b[0] == 0);
  }
  return 0;
}
