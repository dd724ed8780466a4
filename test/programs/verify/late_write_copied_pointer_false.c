// what: a loop writes a member late, by a pointer copied byte by byte: induction must not take it for unchanged
// truth: unreach-call false
// expect: kinduction --cpu=1s unknown
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
  int iterations = 0;
  struct pair s = {0, 0};
  int *from = &s.b, *to;
  for (unsigned i = 0; i < sizeof from; i++) ((char *)&to)[i] = ((char *)&from)[i];
  while (__VERIFIER_nondet_int()) {
    if (++iterations == 1000000) { *to = 7; }
  }
  assert(s.b == 0);
  return 0;
}
