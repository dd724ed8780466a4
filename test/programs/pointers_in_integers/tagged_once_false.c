// what: marked and used without a loop around it
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 13
// expect: gamble false line 13
// expect: predicate false line 13
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  unsigned long h = (unsigned long)&x | 1;
  if (__VERIFIER_nondet_int()) *(int *)(h & ~1UL) = 2;
  if (x != 1) reach_error();
  return 0;
}
