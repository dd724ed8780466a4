// what: a store through a pointer from a large table changes what the table leads to
// truth: unreach-call false
// expect: bmc false
// expect: kinduction false
// expect: value false line 17
// expect: default false line 17
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int value;
int *table[300];
int main(void) {
  for (int i = 0; i < 300; i++) table[i] = &value;
  unsigned at = __VERIFIER_nondet_uint();
  if (at >= 300) return 0;
  value = 1;
  *table[at] = 2;
  if (value == 2) reach_error();
}
