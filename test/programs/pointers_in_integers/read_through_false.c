// what: an integer is read through: a stale value is no theorem
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 15
// expect: gamble false line 15
// expect: predicate false line 15
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, seen = 0;
  unsigned long h = (unsigned long)&x;
  while (__VERIFIER_nondet_int()) {
    seen = *(int *)h;
    x = seen + 1;
    if (*(int *)h == 3) reach_error();
  }
  return 0;
}
