// what: recursion whose end the path has excluded by what it assumed: all bits equal the sign, which is not set
// truth: unreach-call false
// expect: bmc false line 13
// expect: kinduction false line 13
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int first_bit(unsigned long long bits) { return bits & 1 ? 1 : 1 + first_bit(bits >> 1); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) return 0;
  if (first_bit((long long)x) == 32) reach_error();
  return 0;
}
