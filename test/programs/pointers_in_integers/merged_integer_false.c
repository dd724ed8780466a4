// what: a union holds a pointer on one path and the address of another variable as an integer on the other one
// truth: unreach-call false
// expect: kinduction false line 18
// expect: bmc false line 18
// expect: gamble false line 18
// expect: predicate false line 18
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { int *p; unsigned long l; };
int main(void) {
  int x = 0, y = 0;
  union word u;
  if (__VERIFIER_nondet_int())
    u.l = (unsigned long)&y;
  else
    u.p = &x;
  *u.p = 1;
  if (y) reach_error();
  return x - x;
}
