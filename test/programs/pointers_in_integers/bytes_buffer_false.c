// what: a pointer lies in a buffer of bytes before the loop
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 19
// expect: gamble false line 19
// expect: predicate false line 19
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int *p = &x;
  unsigned char buffer[sizeof p];
  for (unsigned i = 0; i < sizeof p; i++) buffer[i] = ((unsigned char *)&p)[i];
  while (__VERIFIER_nondet_int()) {
    int *q;
    for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = buffer[i];
    x = 1;
    *q = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
