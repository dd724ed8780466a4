// what: an input is compared with an address, without a loop
// truth: unreach-call false
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
// expect: bmc --reduce=slice unknown
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 1;
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == (unsigned long)&x) *(int *)n = 2;
  if (x != 1) reach_error();
  return 0;
}
