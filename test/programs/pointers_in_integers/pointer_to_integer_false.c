// what: a pointer leads to the integer that holds the address
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void poke(unsigned long *where) { *(int *)*where = 2; }
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  unsigned long *p = &h;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    poke(p);
    if (x != 1) reach_error();
  }
  return 0;
}
