// what: reading a local that was never written is reported; one written on this path is fine
// run: inputs=1
// expect: exit 3
// run: inputs=0
// expect: runtime-error line 11 "uninitialised"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 3;
  int y = x; // reading into another variable is a read
  return y;
}
