// truth:  true
// expect: bmc true
// expect: kinduction true
// why:    recursion whose depth depends on an input
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  if (sum(n) > 21) reach_error();
  return 0;
}
