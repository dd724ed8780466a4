// Both arms of a branch lead to one assertion, and one arm is easy. The shape of Figure 2 in "Reducer-Based Construction
// of Conditional Verifiers".
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  if (x > 5 && x < 100)
    y = x * x - 10 * x + 26;
  else
    y = 1;
  if (!(y > 0))
    reach_error();
  return 0;
}
