// what: an address is not some number, or is it
// models: LP64
// truth: unreach-call true
// expect: kinduction unknown
// expect: gamble unknown
// expect: predicate unknown
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  unsigned long h = (unsigned long)&x;
  if (h - (unsigned long)&y == 0) reach_error();
  return 0;
}
