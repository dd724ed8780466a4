// what: some bytes of a pointer are overwritten, as many as an input says: with all of them it leads elsewhere
// truth: unreach-call false
// expect: kinduction false line 17
// expect: bmc false line 17
// expect: gamble false line 17
// expect: value unknown
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 0, y = 0;
  int *p = &x, *q = &y;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n && i < sizeof p; i++) ((char *)&p)[i] = ((char *)&q)[i];
  if (n >= sizeof p) {
    *p = 1;
    if (x == 0)
      if (y) reach_error();
  }
  return 0;
}
