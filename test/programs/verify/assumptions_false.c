// what: an assumption cuts the paths that would reach the error
// truth: unreach-call false
// expect: bmc false line 13
// expect: kinduction false line 13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 101);
  if (x * x > 9999)
    reach_error();
  return 0;
}
