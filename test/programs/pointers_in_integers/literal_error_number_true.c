// what: no object lies at null or at an error number, nor where its alignment does not allow
// models: LP64
// truth: unreach-call true
// expect: bmc true
// expect: kinduction true
// expect: predicate true
// expect: gamble true
// expect: default true
extern void reach_error(void);
int main(void) {
  int x = 1;
  void *p = &x;
  if (p == (void *)-1l || p == (void *)-12l || p == (void *)0) reach_error();
  if ((unsigned long)p == 0x7ffc1001ul) reach_error();
  return 0;
}
