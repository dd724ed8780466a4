// what: the union holds an address of the same variable on both paths, as a pointer and as an integer
// truth: unreach-call true
// expect: kinduction true
// expect: bmc true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { int *p; unsigned long l; };
int main(void) {
  int x = 0, y = 0;
  union word u;
  if (__VERIFIER_nondet_int())
    u.l = (unsigned long)&x;
  else
    u.p = &x;
  *u.p = 1;
  if (y) reach_error();
  return x - x;
}
