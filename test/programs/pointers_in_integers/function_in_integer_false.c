// what: the address of a function in an integer is called
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static void set(void) { x = 2; }
static void other(void) { x = 1; }
int main(void) {
  unsigned long h = (unsigned long)(__VERIFIER_nondet_int() ? set : other);
  while (__VERIFIER_nondet_int()) {
    x = 1;
    ((void (*)(void))h)();
    if (x != 1) reach_error();
  }
  return 0;
}
