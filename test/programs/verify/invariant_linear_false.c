// what: differs from invariant_linear_true.c in what happens in the hundredth round
// truth: unreach-call false
// expect: kinduction false line 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int rounds = __VERIFIER_nondet_int(), i = 0, twice = 0, thrice = 0;
  while (i < rounds) {
    i++;
    twice += 2;
    thrice += i == 100 ? 4 : 3;
  }
  if (thrice != i + twice) reach_error();
  return 0;
}
