// what: bits are counted in the width that the argument has, and the second argument counts for zero
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int zeros = 0;
  while (zeros < 8 && !(c >> (7 - zeros))) zeros++;
  assert(__builtin_clzg(c, 8) == zeros);
  assert(__builtin_ctzg((unsigned char)0, -7) == -7);
  assert(__builtin_clzg((unsigned char)16) == 3 && __builtin_ctzg((unsigned char)16, 99) == 4);
  unsigned short s = __VERIFIER_nondet_ushort();
  assert(__builtin_popcountg(s) <= 16);
  assert(__builtin_clzg((unsigned long long)1) == 63);
  assert(__builtin_clzs(1) == 15 && __builtin_ctzs(0x8000) == 15);
  return 0;
}
