// Branches one after the other that have nothing to do with each other; one assert at the end.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int sum = 0, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      sum = sum + 1;
    else
      sum = sum + 2;
    rounds = rounds + 1;
  }
  check(sum >= rounds && sum <= 2 * rounds);
  return 0;
}
