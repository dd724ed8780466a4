// what: an input becomes a pointer before it is compared with an address
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 1;
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = (int *)n;
  if (n == (unsigned long)&x) *p = 2;
  if (x != 1) reach_error();
  return 0;
}
