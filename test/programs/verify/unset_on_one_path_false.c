// what: r may be anything where it was not set; taking the other path's value for it would be a wrong proof
// truth: unreach-call false
// expect: bmc --cpu=3s unknown
// expect: kinduction --cpu=3s unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int r;
  if (__VERIFIER_nondet_int()) r = 5;
  if (r == 7) reach_error();
  return 0;
}
