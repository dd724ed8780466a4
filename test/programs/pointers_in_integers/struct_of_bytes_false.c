// what: a struct that consists of bytes only holds an address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 21
// expect: gamble false line 21
// expect: predicate false line 21
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct bytes { unsigned char b[sizeof(int *)]; };
int main(void) {
  int x = 0;
  int *p = &x;
  struct bytes s;
  for (unsigned i = 0; i < sizeof p; i++) s.b[i] = ((unsigned char *)&p)[i];
  while (__VERIFIER_nondet_int()) {
    struct bytes copy = s;
    int *q;
    for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = copy.b[i];
    x = 1;
    *q = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
