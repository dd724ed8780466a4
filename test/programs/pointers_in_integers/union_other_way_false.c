// what: an integer is stored in a union and read as a pointer
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 18
// expect: gamble false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { int *p; long l; };
int main(void) {
  int x = 0;
  long l = (long)&x;
  while (__VERIFIER_nondet_int()) {
    union word u;
    u.l = l;
    x = 1;
    *u.p = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
