// what: an address may be the number it is compared with
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
  if ((unsigned long)&x == 0x7ffc1000ul) reach_error();
  return 0;
}
