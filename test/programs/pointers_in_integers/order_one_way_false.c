// what: of two variables one is first, whichever
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 12
// expect: gamble false line 12
// expect: predicate false line 12
extern void reach_error(void);
static int a[40], b[40];
int main(void) {
  unsigned long p = (unsigned long)a, q = (unsigned long)b;
  int before = p < q, behind = p > q;
  if (before + behind == 1) reach_error();
  return 0;
}
