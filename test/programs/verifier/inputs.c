// what: each input function takes the next value, converted to its own type
// run: inputs=-1,300,70000,5,1,2147483648
// expect: output "-1 44 4464 5 1 -2147483648\n"
#include <stdbool.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  short c = __VERIFIER_nondet_short();
  unsigned long d = __VERIFIER_nondet_ulong();
  bool e = __VERIFIER_nondet_bool();
  int f = __VERIFIER_nondet_int();
  printf("%d %d %d %lu %d %d\n", a, b, c, d, e, f);
  return 0;
}
