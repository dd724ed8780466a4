// what: a loop writes a member late, by an address kept in an integer: induction must not take it for unchanged
// truth: unreach-call false
// expect: kinduction --cpu=1s unknown
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
  int iterations = 0;
  struct pair s = {0, 0};
  unsigned long address = (unsigned long)&s.b;
  while (__VERIFIER_nondet_int()) {
    if (++iterations == 1000000) { *(int *)address = 7; }
  }
  assert(s.b == 0);
  return 0;
}
