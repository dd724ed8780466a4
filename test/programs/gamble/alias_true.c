// what: two pointers that a region is handed may be the same; here the caller keeps them apart
// truth: unreach-call true
// expect: gamble true
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
  fill(b, a);
  return 0;
}
