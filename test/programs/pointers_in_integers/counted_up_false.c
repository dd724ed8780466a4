// what: a counter that starts below an address runs up to it
// models: LP64
// truth: unreach-call false
// expect: kinduction false line 13
// expect: gamble false line 13
// expect: predicate false line 13
extern void reach_error(void);
int main(void) {
  int x = 1;
  unsigned long h = (unsigned long)&x, n = h - 8;
  while (n != h) n++;
  *(int *)n = 2;
  if (x != 1) reach_error();
  return 0;
}
