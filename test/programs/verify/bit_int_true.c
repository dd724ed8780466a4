// what: an arbitrary _BitInt is within its bits
// truth: unreach-call true
// expect: bmc true
// expect: value true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _BitInt(7) any = (_BitInt(7))__VERIFIER_nondet_int();
  _BitInt(7) unset;
  if (any > 63 || any < -64) reach_error();
  if (unset > 63 || unset < -64) reach_error();
}
