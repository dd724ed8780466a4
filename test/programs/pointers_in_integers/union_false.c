// what: a pointer is stored in a union and read as an integer
// truth: unreach-call false
// expect: kinduction false line 17
// expect: gamble false line 17
// expect: predicate false line 17
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { int *p; long l; };
int main(void) {
  int x = 0;
  union word u;
  u.p = &x;
  while (__VERIFIER_nondet_int()) {
    long l = u.l;
    x = 1;
    *(int *)l = 2;
    if (x != 1) reach_error();
  }
  return 0;
}
