// what: a loop writes a member late, by another member of a union: induction must not take it for unchanged
// truth: unreach-call false
// expect: kinduction --cpu=1s unknown
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

union word { int i; unsigned char c[4]; };
struct pair { int a; union word b; };

int main(void) {
  int iterations = 0;
  struct pair s = {0, {0}};
  struct pair *p = &s;
  while (__VERIFIER_nondet_int()) {
    if (++iterations == 1000000) { p->b.c[1] = 7; }
  }
  assert(s.b.i == 0);
  return 0;
}
