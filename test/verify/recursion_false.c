// truth:  false
// expect: bmc false
// expect: kinduction false
// why:    differs from recursion_true.c in one character
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  if (sum(n) > 20) reach_error();
  return 0;
}
