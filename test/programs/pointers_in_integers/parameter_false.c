// what: an integer parameter holds the address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 12
// expect: gamble false line 12
// expect: predicate false line 12
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void step(unsigned long h, int *x) {
  *x = 1;
  *(int *)h = 2;
  if (*x != 1) reach_error();
}
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) step((unsigned long)&x, &x);
  return 0;
}
