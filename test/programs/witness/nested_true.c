// what: loops in loops, variables of a for statement, and a name that is hidden in the inner block
// truth: unreach-call true
// expect: kinduction true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rounds = __VERIFIER_nondet_int(), even = 0;
  for (int i = 0; i < rounds; i++) {
    int x = __VERIFIER_nondet_int();
    for (int k = 0; k < x; k++) {
      int x = 2;
      even += x;
      if (even > 100) even = 0;
    }
  }
  if (even % 2 != 0) reach_error();
  return 0;
}
