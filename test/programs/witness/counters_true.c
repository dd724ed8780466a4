// what: the relation between both counters carries the loop, and a witness has to name it
// truth: unreach-call true
// expect: kinduction true
// expect: predicate true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, sum = 0;
  while (i < n) {
    i++;
    sum += 2;
  }
  if (sum != 2 * i) reach_error();
  return 0;
}
