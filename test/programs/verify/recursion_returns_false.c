// what: a contract that holds for all small arguments and fails further down
// truth: unreach-call false
// expect: kinduction --cpu=20s false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int shrink(unsigned n) {
  if (n == 0) return 0;
  if (n == 7) return 1;
  return shrink(n - 1);
}
int main(void) {
  if (shrink(__VERIFIER_nondet_uint()) != 0) reach_error();
  return 0;
}
