// what: one assertion, called from several places that know different things
// truth: unreach-call true
// expect: gamble true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int ok) {
  if (!ok) reach_error();
}
static void small(int x) {
  for (int i = 0; i < 3; i++) check(x < 10);
}
int main(void) {
  for (int i = 0; i < 100; i++) {
    int x = __VERIFIER_nondet_int();
    if (x >= 0 && x < 10) small(x);
    check(i < 100);
  }
  small(9);
  return 0;
}
