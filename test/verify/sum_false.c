// truth:  false
// expect: bmc false
// expect: kinduction false
// why:    the error needs seven rounds, so a small bound must not claim safety
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i < n; i++) s += 2;
  if (s == 14) reach_error();
  return 0;
}
