// what: no variable is at the null pointer, as an integer either
// models: LP64
// truth: unreach-call true
// expect: kinduction true
// expect: gamble true
// expect: predicate true
extern void reach_error(void);
static int g;
int main(void) {
  int x = 0;
  if ((unsigned long)&x == 0 || (unsigned long)&g == 0) reach_error();
  return x;
}
