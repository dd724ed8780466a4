// what: as recursion_contract_true.c, but for one argument the claim is wrong
// truth: unreach-call false
// expect: kinduction false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int descend(int x) {
  if (x > 50) return x - 5;
  return descend(descend(x + 6));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int result = descend(x);
  if (x <= 52 && result != 46) reach_error();
  return 0;
}
