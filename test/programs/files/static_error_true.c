// what: calls of both functions named reach_error, a static and an external one, are unreachable
// also: parts/error_external.c
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: value unknown
// expect: value-cegar unknown
// expect: interval true
// expect: predicate true
// expect: gamble true
// expect: random unknown
extern int __VERIFIER_nondet_int(void);
extern int limited(int x);
static void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (limited(x) == 6)
    reach_error();
  return 0;
}
