// A sequence of independent branches; one assert at the end.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int sum = 0, iterations = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      sum = sum + 1;
    else
      sum = sum + 2;
    iterations = iterations + 1;
  }
  check(sum >= iterations && sum <= 2 * iterations);
  return 0;
}
