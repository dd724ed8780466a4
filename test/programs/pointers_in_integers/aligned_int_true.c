// what: an int lies at a multiple of its alignment
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
int main(void) {
  int x = 0;
  if ((unsigned long)&x % sizeof(int) != 0) reach_error();
  return x;
}
