// what: integer division and remainder by zero are reported
// run: inputs=0
// expect: runtime-error line 11 "zero"
// run: inputs=1
// expect: exit 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int d = __VERIFIER_nondet_int();
  int n = 10;
  return n / d + n % d;
}
