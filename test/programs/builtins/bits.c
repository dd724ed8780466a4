// what: the bit-counting and byte-swapping builtins
// run: inputs=40
// expect: output "2 26 3 4 671088640 1 0x2211 64\n"
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(); // 101000
  printf("%d %d %d %d ", __builtin_popcount(x), __builtin_clz(x), __builtin_ctz(x), __builtin_ffs((int)x));
  printf("%u %d 0x%x %d\n", __builtin_bswap32(x), __builtin_parity(x + 1), __builtin_bswap16(0x1122),
         __builtin_popcountll(~0ull));
  return 0;
}
