// what: ten rounds settle the sum; no engine needs an invariant
// truth: unreach-call false
// expect: bmc false line 12
// expect: kinduction false line 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  if (sum != 46)
    reach_error();
  return 0;
}
