// what: as symbolic_index_true.c, but asks for element 0
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int small[8] = {0}, large[300] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 300;
  small[i] = 1;
  large[j] = 2;
  if (small[7 - i] == 1 && i != 7 - i) reach_error();
  if (large[0] == 2) reach_error();
  return 0;
}
