// what: nothing is promised about the order of two variables
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
// expect: bmc --reduce=slice unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[40], b[40];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b, *q = __VERIFIER_nondet_int() ? a : b;
  if ((unsigned long)p > (unsigned long)q) reach_error();
  return 0;
}
