// what: the distance of two addresses as integers, and one of them
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 15
// expect: gamble false line 15
// expect: predicate false line 15
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  unsigned long distance = (unsigned long)&x - (unsigned long)&y;
  while (__VERIFIER_nondet_int()) {
    x = 1;
    *(int *)((unsigned long)&y + distance) = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
