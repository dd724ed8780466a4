// what: the lock of "Lazy Abstraction": the loop is left only if nothing happened since the lock was taken
// truth: unreach-call true
// expect: predicate true
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
      now = now + 1;
    }
  } while (now != old);
  release();
  return 0;
}
