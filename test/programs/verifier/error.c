// what: reach_error ends the run as an error, whatever stands behind it
// run: inputs=3
// expect: error-call
// run: inputs=4
// expect: exit 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * x == 9) reach_error();
  return 2;
}
