// what: the loop must not forget x <= z, which only conditions on an input behind it ask for: no precondition names it
// truth: unreach-call true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x > z) return 0;
  while (__VERIFIER_nondet_int() != 0) {
  }
  int t = __VERIFIER_nondet_int();
  if (z < t && t < x) reach_error();
  return 0;
}
