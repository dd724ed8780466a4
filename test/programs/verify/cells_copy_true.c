// what: arrays of any length, element by element
// truth: unreach-call true
// expect: cell-morphing true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int from[n], to[n];
  int least = 0;
  for (int i = 0; i < n; i++) {
    from[i] = __VERIFIER_nondet_int();
    to[i] = from[i];
  }
  for (int i = 0; i < n; i++)
    if (from[i] < least) least = from[i];
  for (int x = 0; x < n; x++) check(from[x] == to[x] && to[x] >= least);
  return 0;
}
