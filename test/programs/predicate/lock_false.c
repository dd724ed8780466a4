// what: differs from lock_true.c in one character
// truth: unreach-call false
// expect: predicate false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int held;
static void acquire(void) {
  if (held) reach_error();
  held = 1;
}
static void release(void) {
  if (!held) reach_error();
  held = 0;
}
int main(void) {
  int old, now = __VERIFIER_nondet_int();
  do {
    acquire();
    old = now;
    if (__VERIFIER_nondet_int()) {
      release();
      now = now + 0;
    }
  } while (now != old);
  release();
  return 0;
}
