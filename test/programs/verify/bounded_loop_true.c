// what: ten rounds settle the sum; no engine needs an invariant
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += i;
  if (sum != 45)
    reach_error();
  return 0;
}
