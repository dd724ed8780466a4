// what: the order of pointers into different arrays
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[40], b[40];
int main(void) {
  int *p = __VERIFIER_nondet_int() ? a : b, *q = __VERIFIER_nondet_int() ? a : b;
  if (p > q) reach_error();
  return 0;
}
