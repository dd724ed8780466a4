// what: to an integer and back is the same address
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned long h = (unsigned long)&x;
    x = 1;
    *(int *)h = 2;
    if (x != 2) reach_error();
  }
  return 0;
}
