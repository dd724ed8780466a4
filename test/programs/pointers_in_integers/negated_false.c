// what: the address is stored negated
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 15
// expect: gamble false line 15
// expect: predicate false line 15
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long h = ~(unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)~h = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
