// what: two pointers that a region is handed are the same
// truth: unreach-call false
// expect: gamble false line 10
extern void reach_error(void);
static int a[4], b[4];
static void fill(int *p, int *q) {
  for (int i = 0; i < 4; i++) {
    p[i] = 1;
    q[i] = 2;
    if (p[i] != 1) reach_error();
  }
}
int main(void) {
  fill(a, b);
  fill(a, a);
  return 0;
}
