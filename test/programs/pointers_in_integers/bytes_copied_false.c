// what: a pointer is copied byte by byte
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
// expect: value false line 17
// expect: bmc --reduce=slice false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int *p = &x, *q;
  while (__VERIFIER_nondet_int()) {
    for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
    x = 1;
    *q = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
