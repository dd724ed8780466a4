// what: an array of integers holds addresses
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  unsigned long table[2] = {(unsigned long)&y, (unsigned long)&x};
  while (__VERIFIER_nondet_int()) {
    int i = __VERIFIER_nondet_int() & 1;
    x = 1;
    *(int *)table[i] = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
