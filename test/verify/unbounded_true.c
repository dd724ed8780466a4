// truth:  true
// expect: bmc unknown
// expect: kinduction true
// why:    no bound suffices, but the invariant is inductive
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
    if (x % 2 == 1) reach_error();
  }
  return 0;
}
