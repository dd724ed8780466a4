// what: a switch over long long or an enum compares all bits
// run: inputs=4294967296,-1
// expect: output "23"
#include <stdio.h>
extern long long __VERIFIER_nondet_longlong(void);

static int kind(long long x) {
  switch (x) {
  case 0: return 1; // the low half of 2^32
  case 4294967296LL: return 2;
  case -1: return 3;
  case 0xffffffffLL: return 4;
  }
  return 5;
}

int main(void) {
  printf("%d", kind(__VERIFIER_nondet_longlong()));
  printf("%d", kind(__VERIFIER_nondet_longlong()));
  return 0;
}
