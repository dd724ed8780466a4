// what: an integer that was an address before the loop still is one
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate unknown
extern void reach_error(void);
int main(void) {
  int x = 0;
  unsigned long h = (unsigned long)&x;
  for (int i = 0; i < 3; i++) {
    x = 1;
    *(int *)h = 2;
    if (x != 2) reach_error();
  }
  return 0;
}
