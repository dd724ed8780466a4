// what: a loop writes a member late, by a function called through a pointer: induction must not take it for unchanged
// truth: unreach-call false
// expect: kinduction --cpu=1s unknown
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
static void set(struct pair *p) { p->b = 7; }
static void leave(struct pair *p) { (void)p; }

int main(void) {
  int iterations = 0;
  struct pair s = {0, 0};
  void (*callee)(struct pair *) = __VERIFIER_nondet_int() ? set : leave;
  while (__VERIFIER_nondet_int()) {
    if (++iterations == 1000000) { callee(&s); }
  }
  assert(s.b == 0);
  return 0;
}
