// what: a variable may lie where a pointer leads that is written as a number
// models: LP64
// truth: unreach-call false
// expect: bmc unknown
// expect: kinduction unknown
// expect: value unknown
// expect: interval unknown
// expect: predicate unknown
// expect: gamble unknown
// expect: bmc --reduce=slice unknown
// expect: default --cpu=6s unknown
extern void reach_error(void);
int main(void) {
  int x = 1;
  int *q = (int *)0x7ffc1000;
  if (&x == q) *q = 2;
  if (x != 1) reach_error();
  return 0;
}
