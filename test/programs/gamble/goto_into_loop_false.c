// what: the loop is entered in its middle, so that what its head tests need not hold
// truth: unreach-call false
// expect: gamble false line 15
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, x = 1;
  if (__VERIFIER_nondet_int()) {
    x = 3;
    goto middle;
  }
  while (i < 5) {
    x = 2;
  middle:
    if (x > 2) reach_error();
    i++;
  }
  return 0;
}
