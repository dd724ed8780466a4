// what: a function returns the address as an integer
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 16
// expect: gamble false line 16
// expect: predicate false line 16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static unsigned long where(void) { return (unsigned long)&x; }
int main(void) {
  unsigned long h = where();
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)h = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
