// what: a linear equation between three counters, which no number of rounds implies
// truth: unreach-call true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int rounds = __VERIFIER_nondet_int(), i = 0, twice = 0, thrice = 0;
  while (i < rounds) {
    i++;
    twice += 2;
    thrice += 3;
  }
  if (thrice != i + twice) reach_error();
  return 0;
}
