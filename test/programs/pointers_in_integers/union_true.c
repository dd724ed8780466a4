// what: the union holds the address of another variable
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { int *p; long l; };
int main(void) {
  int x = 0, y = 0;
  union word u;
  u.p = &y;
  while (__VERIFIER_nondet_int()) {
    long l = u.l;
    x = 1;
    *(int *)l = 2;
    if (x != 1) reach_error();
  }
  return y - y;
}
