// As count_all.c, but the initial value of the counter is unknown, hence also the number of iterations.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && y == 0);
  while (x < 20) {
    y = y + 1;
    x = x + 1;
  }
  check(y <= 20);
  return 0;
}
