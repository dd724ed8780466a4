// what: a run on which an assumption fails ends there and counts neither as error nor as normal end
// run: inputs=3
// expect: assume
// run: inputs=7
// expect: error-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 5);
  reach_error();
  return 0;
}
