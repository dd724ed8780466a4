// what: an element that only some of the ways through a check have read
// truth: unreach-call false
// expect: cell-morphing unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[8], b[8], last = 0;
  for (int i = 0; i < 8; i++) {
    a[i] = 1;
    b[i] = i;
  }
  for (int i = 0; i < 8; i++) {
    if (a[i] == 0 || a[i] + b[7 - i] < 0) reach_error();
    last = b[7 - i];
  }
  if (last == 0) reach_error();
  return 0;
}
