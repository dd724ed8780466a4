// As count_all.c, but nobody knows where the counter starts, hence how many rounds there are.
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
