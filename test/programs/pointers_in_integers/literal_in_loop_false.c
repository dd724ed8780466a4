// what: a literal address, one of several, is compared and written through in a loop
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
extern int __VERIFIER_nondet_int(void);
int x = 1, y = 1;
int main(void) {
  int *q = __VERIFIER_nondet_int() ? (int *)0x604000 : &y;
  while (__VERIFIER_nondet_int())
    if (&x == q) *q = 2;
  if (x != 1) reach_error();
  return 0;
}
