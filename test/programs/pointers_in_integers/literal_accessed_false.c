// what: the number itself is written through where a global may lie
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
// expect: value unknown
// expect: interval unknown
// expect: predicate unknown
// expect: random unknown
// expect: gamble unknown
// expect: bmc --reduce=slice unknown
// expect: default --cpu=6s unknown
extern void reach_error(void);
int x = 1;
int main(void) {
  int *p = &x;
  if (p == (int *)0x604000) *(int *)0x604000 = 2;
  if (x != 1) reach_error();
  return 0;
}
