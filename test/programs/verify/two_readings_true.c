// what: no value is in both ranges, one of signed and one of unsigned comparisons; computing with it is not an error
// truth: unreach-call true
// expect: interval true
// expect: value true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= -2 && x <= 3 && (unsigned)x >= 10u && (unsigned)x <= 4294967280u) {
    int y = x + 7;
    if (y != 12345) reach_error();
  }
  return 0;
}
