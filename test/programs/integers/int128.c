// what: __int128 arithmetic has all 128 bits
// models: LP64
// run: inputs=-1
// expect: output "fffffffffffffffe 1 -1 4 7\n"
#include <stdio.h>
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  unsigned long long big = (unsigned long long)__VERIFIER_nondet_longlong();
  unsigned __int128 square = (unsigned __int128)big * big;
  __int128 minus = (long long)big;
  unsigned __int128 one = 1;
  printf("%llx %llx ", (unsigned long long)(square >> 64), (unsigned long long)square);
  printf("%lld ", (long long)(minus >> 100));
  printf("%d ", (int)((one << 66) >> 64));
  printf("%d\n", (int)(((one << 127) + 7) % ((one << 126) * 2)));
  return 0;
}
