// what: offsets that depend on inputs, in a small and in a large array
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int small[8] = {0}, large[300] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 300;
  small[i] = 1;
  large[j] = 2;
  if (small[7 - i] == 1 && i != 7 - i) reach_error();
  if (large[j] != 2) reach_error();
  return 0;
}
