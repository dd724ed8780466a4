// what: an address in an integer, written through in a loop
// truth: unreach-call false
// expect: kinduction false line 14
// expect: gamble false line 14
// expect: predicate false line 14
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)h = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
