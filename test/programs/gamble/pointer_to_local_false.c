// what: a pointer kept from an earlier round leads to a local of the function
// truth: unreach-call false
// expect: gamble false line 11
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  int *p = &y;
  for (int i = 0; i < 4; i++) {
    x = 1;
    *p = 2;
    if (x != 1) reach_error();
    if (i == 2) p = &x;
  }
  return 0;
}
