// what: an address and an input may be another address
// models: LP64
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 1, y = 1;
  unsigned long a = (unsigned long)&x, b = (unsigned long)&y, d = __VERIFIER_nondet_ulong();
  if (b + d == a) *(int *)(b + d) = 2;
  if (x != 1) reach_error();
  return 0;
}
