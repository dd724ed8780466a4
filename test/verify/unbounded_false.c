// truth:  false
// expect: bmc false
// expect: kinduction false
// why:    differs from unbounded_true.c in one character
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 1;
    if (x % 2 == 1) reach_error();
  }
  return 0;
}
