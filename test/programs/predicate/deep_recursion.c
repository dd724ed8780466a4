// what: what lies beyond the bound on recursion stays open
// truth: unreach-call true
// expect: predicate unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int n) { return n <= 0 ? 0 : twice(n - 1) + 2; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  if (twice(n) % 2) reach_error();
  return 0;
}
