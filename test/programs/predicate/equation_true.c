// what: the invariant relates two variables, modulo the width
// truth: unreach-call true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0, ups = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      sum += 2;
      ups++;
    }
  }
  if (sum != 2 * ups) reach_error();
  return 0;
}
