// Two loops one after the other; the second undoes what the first did. Asserts in both and after each.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, stack = 0, low = 0;
  __VERIFIER_assume(n >= 0 && n < 1000);
  while (i < n) {
    stack = stack + 2;
    i = i + 1;
    check(stack == 2 * i);
  }
  check(stack >= n);
  while (i > 0) {
    stack = stack - 2;
    i = i - 1;
    check(stack >= low);
  }
  check(stack == 0);
  return 0;
}
