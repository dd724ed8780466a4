// what: the lowest bit of a pointer is a mark that is removed before use
// truth: unreach-call false
// expect: kinduction false line 14
// expect: gamble false line 14
// expect: predicate false line 14
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x | 1;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)(h & ~1UL) = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
