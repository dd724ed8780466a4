// A counter runs from 0 to a constant limit; one assert at the end. Iterations beyond the limit are dead code.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 0 && y >= 0 && y < 1000);
  while (x < 20) {
    y = y + 1;
    x = x + 1;
  }
  check(y + x >= 20);
  return 0;
}
