// what: an input is kept between an address and itself
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 1;
  unsigned long n = __VERIFIER_nondet_ulong(), h = (unsigned long)&x;
  if (n >= h && n <= h) *(int *)n = 2;
  if (x != 1) reach_error();
  return 0;
}
