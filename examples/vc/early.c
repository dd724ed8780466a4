// The asserts come first; the code that follows is irrelevant to them.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, i = 0;
  __VERIFIER_assume(x > 0 && x < 100);
  check(x * 2 > x);
  check(x + 3 != 2);
  while (i < x) {
    if (y < 50)
      y = y + x;
    else
      y = y - 3 * i;
    i = i + 1;
  }
  return y;
}
