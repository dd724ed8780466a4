// what: the region is entered again by recursion while it runs
// truth: unreach-call false
// expect: gamble false line 10
extern void reach_error(void);
static int depth;
static void visit(int n) {
  for (int i = 0; i < n; i++) {
    depth = n;
    visit(n - 1);
    if (depth < 2) reach_error();
  }
}
int main(void) {
  visit(3);
  return 0;
}
