// what: two variables have two addresses, as integers too
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  if ((unsigned long)&x == (unsigned long)&y) reach_error();
  return x + y;
}
