// what: the exclusive or of two addresses, and one of them
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  unsigned long link = (unsigned long)&x ^ (unsigned long)&y;
  int *q = &y;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)(link ^ (unsigned long)q) = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
