// what: as cells_copy_true.c, but one element is left out
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int from[n], to[n];
  for (int i = 0; i < n; i++) {
    from[i] = __VERIFIER_nondet_int();
    to[i] = 0;
    if (i != 3) to[i] = from[i];
  }
  for (int x = 0; x < n; x++) check(from[x] == to[x]);
  return 0;
}
