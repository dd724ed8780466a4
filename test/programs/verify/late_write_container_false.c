// what: a loop writes a member late, by the record around a member: induction must not take it for unchanged
// truth: unreach-call false
// expect: kinduction --cpu=1s unknown
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int b, a; };

int main(void) {
  int iterations = 0;
  struct pair s = {0, 0};
  int *member = &s.a;
  while (__VERIFIER_nondet_int()) {
    if (++iterations == 1000000) { ((struct pair *)((char *)member - offsetof(struct pair, a)))->b = 7; }
  }
  assert(s.b == 0);
  return 0;
}
