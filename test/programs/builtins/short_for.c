// what: builtin functions that are short for something else: overflow of a type, rotations, accesses past the cache
// truth: unreach-call true
// expect: bmc true
// expect: default true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const signed char small = 0;
  assert(__builtin_add_overflow_p(100, 28, small) && !__builtin_add_overflow_p(100, 27, small));
  assert(__builtin_mul_overflow_p(1 << 20, 1 << 12, (int)0) && !__builtin_sub_overflow_p(0u, 1u, 0));
  assert(__builtin_rotateleft8(0x81, 1) == 0x03 && __builtin_rotateright16(0x0001, 17) == 0x8000);
  unsigned x = (unsigned)__VERIFIER_nondet_int(), n = (unsigned)__VERIFIER_nondet_int();
  assert(__builtin_rotateright32(__builtin_rotateleft32(x, n), n) == x);
  int memory = 3;
  __builtin_nontemporal_store(4, &memory);
  assert(__builtin_nontemporal_load(&memory) == 4);
  return 0;
}
