// what: a marked pointer to another variable
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  unsigned long h = (unsigned long)&y | 1;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)(h & ~1UL) = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
