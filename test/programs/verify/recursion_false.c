// what: a recursive function whose depth an input decides
// truth: unreach-call false
// expect: bmc false line 11
// expect: kinduction false line 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  if (__VERIFIER_nondet_int() && sum(6) == 21)
    reach_error();
  return 0;
}
